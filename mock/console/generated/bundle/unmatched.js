import { Q as href, _ as Panel, at as A, g as Page, l as Empty, m as Loaded, r as useControl, z as a } from "./reads.js";
import { i as HttpStatus, s as Time } from "./values.js";
// mock/console/screens/unmatched.tsx
function Unmatched() {
	const read = useControl("listUnmatchedRequests", {}, ["unknown_keys"]);
	A(() => {
		document.title = "Unknown keys · Agent Work mock";
	}, []);
	return /* @__PURE__ */ a(Page, {
		title: "Requests without a known key",
		note: "They match no workspace, so no journal has them. What is probably wrong with each:",
		children: /* @__PURE__ */ a(Panel, {
			flush: true,
			label: "Requests",
			children: /* @__PURE__ */ a(Loaded, {
				read,
				children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Empty, {
					title: "None",
					children: [/* @__PURE__ */ a("p", { children: "Every request so far came with a key that a workspace has." }), /* @__PURE__ */ a("a", {
						class: "button",
						href: href(["demo"]),
						children: "Back to the demo"
					})]
				}) : /* @__PURE__ */ a("ul", {
					class: "cards",
					children: [...data].reverse().slice(0, 200).map(({ exchange, why }) => /* @__PURE__ */ a("li", { children: [/* @__PURE__ */ a("div", {
						class: "row",
						children: [
							/* @__PURE__ */ a(HttpStatus, { status: exchange.status }),
							/* @__PURE__ */ a("span", {
								class: "mono cut grow",
								children: [
									exchange.method,
									" ",
									exchange.path
								]
							}),
							/* @__PURE__ */ a(Time, { at: exchange.at })
						]
					}), /* @__PURE__ */ a("p", {
						class: "soft",
						children: why
					})] }, exchange.id))
				})
			})
		})
	});
}
export { Unmatched as default };
