import { I as a, Y as href, a as Empty, f as Page, nt as A, p as Panel, u as Loaded } from "./parts.js";
import { i as HttpStatus, s as Time } from "./values.js";
import { o as useControl } from "./app.js";
// mock/console/screens/unmatched.tsx
function Unmatched() {
	const read = useControl("listUnmatchedRequests", {}, ["unknown_keys"]);
	A(() => {
		document.title = "Unknown keys · Agent Work mock";
	}, []);
	return a(Page, {
		title: "Requests without a known key",
		note: "They match no workspace, so no journal has them. What is probably wrong with each:",
		children: a(Panel, {
			flush: true,
			label: "Requests",
			children: a(Loaded, {
				read,
				children: ({ data }) => data.length === 0 ? a(Empty, {
					title: "None",
					children: [a("p", { children: "Every request so far came with a key that a workspace has." }), a("a", {
						class: "button",
						href: href(["demo"]),
						children: "Back to the demo"
					})]
				}) : a("ul", {
					class: "cards",
					children: [...data].reverse().slice(0, 200).map(({ exchange, why }) => a("li", { children: [a("div", {
						class: "row",
						children: [
							a(HttpStatus, { status: exchange.status }),
							a("span", {
								class: "mono cut grow",
								children: [
									exchange.method,
									" ",
									exchange.path
								]
							}),
							a(Time, { at: exchange.at })
						]
					}), a("p", {
						class: "soft",
						children: why
					})] }, exchange.id))
				})
			})
		})
	});
}
export { Unmatched as default };
