import { I as a, X as hrefHere, u as Loaded } from "./parts.js";
import { o as useControl } from "./app.js";
// mock/console/screens/parts/audience.tsx
function Audience({ ws, id }) {
	const read = useControl("readAudience", { path: {
		workspace_id: ws,
		resource_id: id
	} }, [
		"keys",
		"people",
		"agents",
		"tasks",
		"control"
	]);
	return a(Loaded, {
		read,
		children: ({ data, operation }) => a("table", {
			class: "table plain",
			children: [a("thead", { children: a("tr", { children: [a("th", {
				scope: "col",
				children: "Key"
			}), a("th", {
				scope: "col",
				children: ["Sees it ", a("span", {
					class: "muted mono",
					children: operation
				})]
			})] }) }), a("tbody", { children: data.map(({ key, person, sees, status, why }) => a("tr", { children: [a("th", {
				scope: "row",
				children: [
					a("a", {
						href: hrefHere({ as: key }),
						children: key
					}),
					" ",
					a("span", {
						class: "muted small",
						children: person
					})
				]
			}), a("td", { children: sees ? a("span", {
				class: "tag",
				children: "sees it"
			}) : a("span", {
				class: "stack tight",
				children: [
					a("span", { children: a("span", {
						class: "tag amber",
						children: status
					}) }),
					" ",
					a("span", {
						class: "muted small",
						children: why
					})
				]
			}) })] }, key)) })]
		})
	});
}
export { Audience as t };
