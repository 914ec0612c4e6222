import { I as a, Y as href, a as Empty, f as Page, nt as A, p as Panel, r as Code, st as $, u as Loaded } from "./parts.js";
import { o as useControl } from "./app.js";
// mock/console/screens/client.tsx
function Client({ path }) {
	const ws = path[0];
	const lint = useControl("lintClient", { path: { workspace_id: ws } }, ["exchanges", "control"]);
	const coverage = useControl("readCoverage", { path: { workspace_id: ws } }, [
		"exchanges",
		"runs",
		"tasks",
		"approvals",
		"workflow_runs"
	]);
	A(() => {
		document.title = "Lint and coverage · Agent Work mock";
	}, []);
	return a(Page, {
		title: "Lint and coverage",
		note: "What your client did against the advice of the specification, and how much of the service it has used. What this console does counts for neither.",
		children: a("div", {
			class: "columns even",
			children: [a(Panel, {
				title: "Lint",
				flush: true,
				children: a(Loaded, {
					read: lint,
					children: ({ problems, checked, unseen }) => a($, { children: [problems.length === 0 ? a(Empty, {
						title: checked === 0 ? "Nothing to check yet" : "No problems",
						children: a("p", { children: checked === 0 ? `Calls of your client are checked by ${unseen.length} rules as they come.` : `${checked} calls were checked by ${unseen.length} rules.` })
					}) : a("ul", {
						class: "cards",
						children: problems.map(({ rule, severity, section, advice, todo, count, examples }) => a("li", { children: [
							a("div", {
								class: "row wrap",
								children: [
									a("span", {
										class: `tag ${severity === "warning" ? "amber" : ""}`,
										children: severity
									}),
									a("span", {
										class: "strong grow",
										children: advice
									}),
									a("span", {
										class: "muted small",
										children: [
											count,
											"× · ",
											a("span", {
												class: "mono",
												children: rule
											}),
											" · section ",
											section
										]
									})
								]
							}),
							a("p", {
								class: "soft",
								children: todo
							}),
							a("ul", {
								class: "stack tight small",
								children: examples.slice(0, 3).map(({ what, exchanges }) => a("li", { children: [
									what,
									" ",
									exchanges.slice(0, 4).map((id) => a("a", {
										class: "mono",
										href: href([
											ws,
											"journal",
											id
										]),
										children: [id, " "]
									}, id))
								] }, what))
							})
						] }, rule))
					}), a("footer", {
						class: "stack",
						children: [a("p", {
							class: "muted small",
							children: "To fail a build on these:"
						}), a(Code, { text: `npx agent-work lint --base-url ${location.origin} --workspace ${ws}` })]
					})] })
				})
			}), a(Panel, {
				title: "Coverage",
				flush: true,
				children: a(Loaded, {
					read: coverage,
					children: ({ areas, exchanges }) => a($, { children: [a("ul", {
						class: "cards",
						children: areas.map(({ area, means, covered, total, percent, exercised, missing }) => a("li", { children: a("details", { children: [a("summary", {
							class: "coverage-line",
							children: [
								a("span", {
									class: "strong",
									children: area[0].toUpperCase() + area.slice(1)
								}),
								a("span", {
									class: "meter",
									role: "img",
									"aria-label": `${percent} percent`,
									children: a("span", { style: { width: `${percent}%` } })
								}),
								a("span", {
									class: "number right",
									children: [
										covered,
										" of ",
										total
									]
								})
							]
						}), a("div", {
							class: "stack",
							children: [
								a("p", {
									class: "muted small",
									children: means
								}),
								exercised.length > 0 ? a("p", {
									class: "small",
									children: [
										a("span", {
											class: "strong",
											children: "Used:"
										}),
										" ",
										exercised.map(({ name, times }) => `${name} (${times})`).join(", ")
									]
								}) : null,
								a("p", {
									class: "small soft",
									children: [
										a("span", {
											class: "strong",
											children: "Missing:"
										}),
										" ",
										missing.slice(0, 80).join(", "),
										missing.length > 80 ? ` and ${missing.length - 80} more` : ""
									]
								})
							]
						})] }) }, area))
					}), a("footer", {
						class: "stack",
						children: [a("p", {
							class: "muted small",
							children: [
								"By ",
								exchanges,
								" calls. To ask for it in a build:"
							]
						}), a(Code, { text: `npx agent-work coverage --base-url ${location.origin} --workspace ${ws}` })]
					})] })
				})
			})]
		})
	});
}
export { Client as default };
