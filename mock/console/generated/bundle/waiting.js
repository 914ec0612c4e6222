import { I as a, X as hrefHere, Y as href, Z as place, a as Empty, at as d, f as Page, g as Select, n as Button, nt as A, p as Panel, s as Field, st as $, u as Loaded } from "./parts.js";
import { a as Id, n as Avatar, o as Status, t as Ago } from "./values.js";
import { t as actControl } from "./acts.js";
import { f as onKey, o as useControl, s as useService } from "./app.js";
import { t as AnswerForm } from "./answer.js";
import { t as Audience } from "./audience.js";
import { t as DecideButtons } from "./decide.js";
import { n as usePeople, t as decide } from "./decision.js";
// mock/console/screens/waiting.tsx
function Waiting({ path }) {
	const ws = path[0];
	const read = useControl("listWaiting", { path: { workspace_id: ws } }, [
		"approvals",
		"runs",
		"control",
		"*"
	]);
	const chosen = place.value.query.get("approval");
	A(() => {
		document.title = "Waiting · Agent Work mock";
	}, []);
	const first = read.data?.approvals[0];
	A(() => onKey("a", () => first && void decide(first, "approved")), [first]);
	return a(Page, {
		title: "Waiting",
		note: "Approvals, gates and questions, oldest first. No key can decide an approval: here you are the person in the app.",
		children: a("div", {
			class: "columns",
			children: [a("div", {
				class: "stack loose",
				children: a(Loaded, {
					read,
					children: ({ approvals, questions }) => a($, { children: [
						approvals.length + questions.length === 0 ? a(Panel, { children: a(Empty, {
							title: "Nothing waits",
							children: [a("p", { children: "Start a run of an agent that asks or that waits for an approval, or let time pass." }), a("a", {
								class: "button",
								href: href([ws, "runs"], { start: "yes" }),
								children: "Start a run"
							})]
						}) }) : null,
						approvals.length > 0 ? a(Panel, {
							title: `Approvals and gates (${approvals.length})`,
							flush: true,
							children: a("ul", {
								class: "cards",
								children: approvals.map((approval) => a(ApprovalCard, {
									approval,
									ws,
									isOpen: approval.id === chosen
								}, approval.id))
							})
						}) : null,
						questions.length > 0 ? a(Panel, {
							title: `Questions (${questions.length})`,
							flush: true,
							children: a("ul", {
								class: "cards",
								children: questions.map(({ run_id, agent_id, agent_name, question }) => a("li", { children: [a("div", {
									class: "row",
									children: [
										a(Avatar, {
											name: agent_name,
											agent: true
										}),
										a("a", {
											class: "strong",
											href: href([
												ws,
												"runs",
												run_id
											]),
											children: agent_name
										}),
										a("span", {
											class: "muted grow",
											children: ["asks, ", a(Ago, { at: question.asked_at })]
										}),
										a(Id, { id: run_id })
									]
								}), a(AnswerForm, {
									runId: run_id,
									agentId: agent_id,
									question
								})] }, question.id))
							})
						}) : null,
						chosen && !approvals.some(({ id }) => id === chosen) ? a(Decided, {
							id: chosen,
							ws
						}) : null
					] })
				})
			}), a(Policy, { ws })]
		})
	});
}
function ApprovalCard({ approval, ws, isOpen }) {
	const people = usePeople(approval);
	return a("li", {
		id: approval.id,
		class: isOpen ? "is-chosen" : "",
		children: [
			a("div", {
				class: "row between wrap",
				children: [a("div", {
					class: "stack tight grow",
					children: [a("span", {
						class: "strong",
						children: approval.title
					}), a("span", {
						class: "muted small",
						children: [
							a(Ago, { at: approval.requested_at }),
							" · ",
							approval.kind.replace("_", " "),
							" ·",
							" ",
							a(Subject, {
								approval,
								ws
							})
						]
					})]
				}), a(DecideButtons, { approval })]
			}),
			approval.description ? a("p", {
				class: "soft",
				children: approval.description
			}) : null,
			a("p", {
				class: "muted small",
				children: [
					"May decide: ",
					people.may.map(({ name }) => name).join(", ") || "…",
					".",
					" ",
					a("a", {
						href: hrefHere({ approval: isOpen ? null : approval.id }),
						children: isOpen ? "Less" : "Who may not, and who sees it"
					})
				]
			}),
			isOpen ? a("div", {
				class: "stack",
				children: [a("p", {
					class: "muted small",
					children: [
						"May not decide:",
						" ",
						people.mayNot.map(({ name, role }) => `${name} (${role}, not an approver)`).join(", "),
						"."
					]
				}), a(Audience, {
					ws,
					id: approval.id
				})]
			}) : null
		]
	});
}
function Subject({ approval, ws }) {
	const { run_id, task_id, workflow_id, workflow_run_id } = approval;
	if (workflow_run_id && workflow_id) return a("a", {
		href: href([
			ws,
			"workflows",
			workflow_id,
			"runs",
			workflow_run_id
		]),
		children: "workflow run"
	});
	if (task_id) return a("a", {
		href: href([
			ws,
			"tasks",
			task_id
		]),
		children: "task"
	});
	if (run_id) return a("a", {
		href: href([
			ws,
			"runs",
			run_id
		]),
		children: "run"
	});
	return null;
}
function Decided({ id, ws }) {
	const read = useService("getApproval", { path: { approval_id: id } }, ["approvals", "*"]);
	const people = useControl("listPeople", { path: { workspace_id: ws } }, []);
	return a(Panel, {
		title: "The approval",
		children: a(Loaded, {
			read,
			children: (approval) => a("div", {
				class: "stack",
				children: [a("div", {
					class: "row wrap",
					children: [
						a("span", {
							class: "strong",
							children: approval.title
						}),
						" ",
						a(Status, { value: approval.status })
					]
				}), a("p", {
					class: "muted",
					children: [
						people.data?.data.find((one) => one.id === approval.decided_by)?.name ?? "Nobody",
						" decided",
						approval.decided_at ? a($, { children: [" ", a(Ago, { at: approval.decided_at })] }) : null,
						approval.comment ? `: ${approval.comment}` : "."
					]
				})]
			})
		})
	});
}
function Policy({ ws }) {
	const path = { workspace_id: ws };
	const read = useControl("readPolicy", { path }, ["policies", "control"]);
	const [kind, setKind] = d("approvals");
	const [by, setBy] = d("");
	const [after, setAfter] = d("10m");
	const [reject, setReject] = d("0");
	const [answer, setAnswer] = d("Yes, please go on.");
	const rules = read.data?.rules ?? [];
	const set = (next, said) => actControl("setPolicy", {
		path,
		body: { rules: [...next] }
	}, { said });
	const add = () => {
		const rule = kind === "question" ? {
			on: ["question"],
			after,
			answer
		} : {
			after,
			...by ? { by } : {},
			...Number(reject) > 0 ? { reject: Number(reject) } : {}
		};
		set([...rules, rule], "People do this by themselves from now on");
	};
	return a(Panel, {
		title: "What people do by themselves",
		flush: true,
		children: [rules.length === 0 ? a("p", {
			class: "body muted",
			children: "Nothing: whatever waits, waits until you decide. Add a rule, and it happens on the workspace’s clock."
		}) : a("ol", {
			class: "cards",
			children: rules.map((rule, index) => a("li", {
				class: "row",
				children: [a("span", {
					class: "grow",
					children: inWords(rule)
				}), a(Button, {
					small: true,
					kind: "quiet",
					icon: "close",
					label: "Take this rule away",
					onClick: () => void set(rules.filter((_, at) => at !== index), "The rule is gone")
				})]
			}, `${index}${JSON.stringify(rule)}`))
		}), a("form", {
			class: "body stack policy-form",
			onSubmit: (event) => {
				event.preventDefault();
				add();
			},
			children: [a("div", {
				class: "fields",
				children: [
					a(Field, {
						label: "About",
						children: a(Select, {
							value: kind,
							onChange: setKind,
							options: [["approvals", "Approvals and gates"], ["question", "Questions"]]
						})
					}),
					a(Field, {
						label: "After",
						children: a("input", {
							class: "input",
							value: after,
							onInput: (event) => setAfter(event.currentTarget.value),
							placeholder: "2h"
						})
					}),
					kind === "approvals" ? a($, { children: [a(Field, {
						label: "Who",
						children: a(Select, {
							value: by,
							onChange: setBy,
							options: [
								["", "Whoever may"],
								"manager",
								"admin"
							]
						})
					}), a(Field, {
						label: "Rejects",
						children: a(Select, {
							value: reject,
							onChange: setReject,
							options: [
								["0", "never"],
								["0.1", "1 in 10"],
								["0.2", "1 in 5"],
								["0.5", "every other"],
								["1", "always"]
							]
						})
					})] }) : a(Field, {
						label: "Answer",
						children: a("input", {
							class: "input",
							value: answer,
							onInput: (event) => setAnswer(event.currentTarget.value)
						})
					})
				]
			}), a("div", { children: a(Button, {
				type: "submit",
				children: "Add the rule"
			}) })]
		})]
	});
}
function inWords({ on, by, after, reject, object, answer }) {
	const what = on ? on.join(", ").replaceAll("_", " ") : "approvals";
	const when = after === void 0 ? "at once" : Array.isArray(after) ? `after ${after[0]} to ${after[1]}` : `after ${after}`;
	const shares = [reject ? `rejects ${Math.round(reject * 100)} %` : "", object ? `objects to ${Math.round(object * 100)} %` : ""].filter(Boolean);
	if (on?.includes("question")) return `Questions: ${by ?? "somebody"} answers ${when}${answer ? `, “${answer}”` : ""}`;
	return `${what[0]?.toUpperCase()}${what.slice(1)}: ${by ?? "whoever may"} decides ${when}${shares.length ? `, ${shares.join(", ")}` : ", approves"}`;
}
export { Waiting as default };
