import { I as a, J as go, Y as href, a as Empty, f as Page, nt as A, p as Panel, u as Loaded } from "./parts.js";
import { o as useControl } from "./app.js";
import { n as resourceHref } from "./links.js";
// mock/console/screens/go.tsx
function Go({ path }) {
	const id = path[0] === "go" ? path[1] ?? "" : path.at(-1) ?? "";
	const read = useControl("findResource", id ? { query: { id } } : null, ["control"]);
	const found = read.data?.data ?? [];
	const only = found.length === 1 ? found[0] : void 0;
	A(() => {
		if (only) go(resourceHref(only), true);
	}, [only]);
	return a(Page, {
		title: path[0] === "go" ? "Find" : "Not found",
		children: a(Panel, {
			label: "Found",
			children: a(Loaded, {
				read,
				children: ({ data }) => data.length === 0 ? a(Empty, {
					title: `Nothing is called ${id}`,
					children: [a("p", { children: "It may belong to a workspace that is gone, or was never there." }), a("a", {
						class: "button",
						href: href(["demo"]),
						children: "To the demo"
					})]
				}) : a("ul", {
					class: "stack",
					children: data.map((one) => a("li", { children: a("a", {
						href: resourceHref(one),
						children: [
							one.kind,
							" ",
							one.name,
							" in ",
							one.workspace_id
						]
					}) }, `${one.workspace_id}${one.kind}`))
				})
			})
		})
	});
}
export { Go as default };
