import { Q as href, _ as Panel, at as A, g as Page, l as Empty, m as Loaded, r as useControl, s as Code, ut as $, z as a } from "./reads.js";
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
	return /* @__PURE__ */ a(Page, {
		title: "Lint and coverage",
		note: "What your client did against the advice of the specification, and how much of the service it has used. What this console does counts for neither.",
		children: /* @__PURE__ */ a("div", {
			class: "columns even",
			children: [/* @__PURE__ */ a(Panel, {
				title: "Lint",
				flush: true,
				children: /* @__PURE__ */ a(Loaded, {
					read: lint,
					children: ({ problems, checked, unseen }) => /* @__PURE__ */ a($, { children: [problems.length === 0 ? /* @__PURE__ */ a(Empty, {
						title: checked === 0 ? "Nothing to check yet" : "No problems",
						children: /* @__PURE__ */ a("p", { children: checked === 0 ? `Calls of your client are checked by ${unseen.length} rules as they come.` : `${checked} calls were checked by ${unseen.length} rules.` })
					}) : /* @__PURE__ */ a("ul", {
						class: "cards",
						children: problems.map(({ rule, severity, section, advice, todo, count, examples }) => /* @__PURE__ */ a("li", { children: [
							/* @__PURE__ */ a("div", {
								class: "row wrap",
								children: [
									/* @__PURE__ */ a("span", {
										class: `tag ${severity === "warning" ? "amber" : ""}`,
										children: severity
									}),
									/* @__PURE__ */ a("span", {
										class: "strong grow",
										children: advice
									}),
									/* @__PURE__ */ a("span", {
										class: "muted small",
										children: [
											count,
											"× · ",
											/* @__PURE__ */ a("span", {
												class: "mono",
												children: rule
											}),
											" · section ",
											section
										]
									})
								]
							}),
							/* @__PURE__ */ a("p", {
								class: "soft",
								children: todo
							}),
							/* @__PURE__ */ a("ul", {
								class: "stack tight small",
								children: examples.slice(0, 3).map(({ what, exchanges }) => /* @__PURE__ */ a("li", { children: [
									what,
									" ",
									exchanges.slice(0, 4).map((id) => /* @__PURE__ */ a("a", {
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
					}), /* @__PURE__ */ a("footer", {
						class: "stack",
						children: [/* @__PURE__ */ a("p", {
							class: "muted small",
							children: "To fail a build on these:"
						}), /* @__PURE__ */ a(Code, { text: `npx agent-work-mock lint --url ${location.origin} --workspace ${ws}` })]
					})] })
				})
			}), /* @__PURE__ */ a(Panel, {
				title: "Coverage",
				flush: true,
				children: /* @__PURE__ */ a(Loaded, {
					read: coverage,
					children: ({ areas, exchanges }) => /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a("ul", {
						class: "cards",
						children: areas.map(({ area, means, covered, total, percent, exercised, missing }) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("details", { children: [/* @__PURE__ */ a("summary", {
							class: "coverage-line",
							children: [
								/* @__PURE__ */ a("span", {
									class: "strong",
									children: area[0].toUpperCase() + area.slice(1)
								}),
								/* @__PURE__ */ a("span", {
									class: "meter",
									role: "img",
									"aria-label": `${percent} percent`,
									children: /* @__PURE__ */ a("span", { style: { width: `${percent}%` } })
								}),
								/* @__PURE__ */ a("span", {
									class: "number right",
									children: [
										covered,
										" of ",
										total
									]
								})
							]
						}), /* @__PURE__ */ a("div", {
							class: "stack",
							children: [
								/* @__PURE__ */ a("p", {
									class: "muted small",
									children: means
								}),
								exercised.length > 0 ? /* @__PURE__ */ a("p", {
									class: "small",
									children: [
										/* @__PURE__ */ a("span", {
											class: "strong",
											children: "Used:"
										}),
										" ",
										exercised.map(({ name, times }) => `${name} (${times})`).join(", ")
									]
								}) : null,
								/* @__PURE__ */ a("p", {
									class: "small soft",
									children: [
										/* @__PURE__ */ a("span", {
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
					}), /* @__PURE__ */ a("footer", {
						class: "stack",
						children: [/* @__PURE__ */ a("p", {
							class: "muted small",
							children: [
								"By ",
								exchanges,
								" calls. To ask for it in a build:"
							]
						}), /* @__PURE__ */ a(Code, { text: `npx agent-work-mock coverage --url ${location.origin} --workspace ${ws}` })]
					})] })
				})
			})]
		})
	});
}
export { Client as default };
