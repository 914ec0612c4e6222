import { Q as href, Z as go, _ as Panel, at as A, g as Page, l as Empty, m as Loaded, r as useControl, z as a } from "./reads.js";
import { n as resourceHref } from "./app.js";
// mock/console/screens/go.tsx
function Go({ path }) {
	const id = path[0] === "go" ? path[1] ?? "" : path.at(-1) ?? "";
	const read = useControl("findResource", id ? { query: { id } } : null, ["control"]);
	const found = read.data?.data ?? [];
	const only = found.length === 1 ? found[0] : void 0;
	A(() => {
		if (only) go(resourceHref(only), true);
	}, [only]);
	return /* @__PURE__ */ a(Page, {
		title: path[0] === "go" ? "Find" : "Not found",
		children: /* @__PURE__ */ a(Panel, {
			label: "Found",
			children: /* @__PURE__ */ a(Loaded, {
				read,
				children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Empty, {
					title: `Nothing is called ${id}`,
					children: [/* @__PURE__ */ a("p", { children: "It may belong to a workspace that is gone, or was never there." }), /* @__PURE__ */ a("a", {
						class: "button",
						href: href(["demo"]),
						children: "To the demo"
					})]
				}) : /* @__PURE__ */ a("ul", {
					class: "stack",
					children: data.map((one) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("a", {
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
