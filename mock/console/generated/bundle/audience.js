import { $ as hrefHere, m as Loaded, r as useControl, z as a } from "./reads.js";
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
	return /* @__PURE__ */ a(Loaded, {
		read,
		children: ({ data, operation }) => /* @__PURE__ */ a("table", {
			class: "table plain",
			children: [/* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [/* @__PURE__ */ a("th", {
				scope: "col",
				children: "Key"
			}), /* @__PURE__ */ a("th", {
				scope: "col",
				children: ["Sees it ", /* @__PURE__ */ a("span", {
					class: "muted mono",
					children: operation
				})]
			})] }) }), /* @__PURE__ */ a("tbody", { children: data.map(({ key, person, sees, status, why }) => /* @__PURE__ */ a("tr", { children: [/* @__PURE__ */ a("th", {
				scope: "row",
				children: [
					/* @__PURE__ */ a("a", {
						href: hrefHere({ as: key }),
						children: key
					}),
					" ",
					/* @__PURE__ */ a("span", {
						class: "muted small",
						children: person
					})
				]
			}), /* @__PURE__ */ a("td", { children: sees ? /* @__PURE__ */ a("span", {
				class: "tag",
				children: "sees it"
			}) : /* @__PURE__ */ a("span", {
				class: "stack tight",
				children: [
					/* @__PURE__ */ a("span", { children: /* @__PURE__ */ a("span", {
						class: "tag amber",
						children: status
					}) }),
					" ",
					/* @__PURE__ */ a("span", {
						class: "muted small",
						children: why
					})
				]
			}) })] }, key)) })]
		})
	});
}
export { Audience as t };
