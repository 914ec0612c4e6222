import { F as Icon, G as service, I as a, J as go, N as workspaceId, X as hrefHere, Y as href, Z as place, _ as Tabs, a as Empty, at as d, c as Figure, f as Page, i as Dialog, m as Problem, n as Button, nt as A, o as Facts, p as Panel, s as Field, st as $, u as Loaded } from "./parts.js";
import { a as Id, d as moneyText, f as percentText, n as Avatar, o as Status, r as Compact, s as Time, t as Ago, u as durationText } from "./values.js";
import { s as useService } from "./app.js";
import { i as attempt, r as actor } from "./acts.js";
import { t as KeySelect } from "./key-select.js";
import { t as Audience } from "./audience.js";
import { i as Chat, r as useChat, t as RunHistory } from "./run.js";
import { t as DecideButtons } from "./decide.js";
// mock/console/screens/parts/start-workflow.tsx
function StartWorkflow({ workflow, ws, onClose }) {
	const [task, setTask] = d("Supplier: Petit Frères.");
	const [group, setGroup] = d("");
	const [test, setTest] = d(false);
	const [key, setKey] = d(actor());
	const [error, setError] = d();
	const start = async () => {
		try {
			const query = {
				...test ? { test } : {},
				...group ? { group_id: group } : {}
			};
			const wanted = {
				path: { workflow_id: workflow.id },
				query,
				body: { task }
			};
			const call = service("startWorkflowRun", wanted, `${workspaceId.value}/${key}`);
			const { run_id } = await attempt(call, { said: `${workflow.name} has started` });
			onClose();
			go(href([
				ws,
				"workflows",
				workflow.id,
				"runs",
				run_id
			]));
		} catch (error) {
			setError(error);
		}
	};
	return a(Dialog, {
		title: `Start ${workflow.name}`,
		onClose,
		onSubmit: () => void start(),
		footer: a($, { children: [
			a(Button, {
				type: "submit",
				kind: "primary",
				children: "Start"
			}),
			a("span", {
				class: "muted",
				children: "as"
			}),
			a("span", {
				class: "key-select",
				children: a(KeySelect, {
					value: key,
					onChange: setKey,
					label: "Start as",
					scope: "workflows:run"
				})
			})
		] }),
		children: [
			a(Field, {
				label: "Task",
				children: a("textarea", {
					class: "textarea",
					rows: 2,
					value: task,
					onInput: (event) => setTask(event.currentTarget.value)
				})
			}),
			a(Field, {
				label: "Group (optional)",
				children: a("input", {
					class: "input",
					value: group,
					onInput: (event) => setGroup(event.currentTarget.value)
				})
			}),
			a("label", {
				class: "check",
				children: [a("input", {
					type: "checkbox",
					checked: test,
					onChange: (event) => setTest(event.currentTarget.checked)
				}), " A test run"]
			}),
			error ? a(Problem, { error }) : null
		]
	});
}
// mock/console/screens/parts/workflow-steps.tsx
function inputText({ input }) {
	return Object.values(input ?? {}).map(String).join(", ");
}
function StepLine({ steps, ws, chosen }) {
	return a("ol", {
		class: "steps",
		children: steps.map((step) => {
			const status = "status" in step ? step.status : void 0;
			const id = "step_id" in step && step.step_id ? step.step_id : "id" in step ? step.id : "";
			return a("li", {
				class: `step ${step.kind} ${status ?? ""} ${chosen === id ? "is-chosen" : ""}`,
				children: [
					a("div", {
						class: "row",
						children: [step.kind === "gate" ? a(Icon, { name: "gate" }) : a(Avatar, {
							name: step.agent_name ?? "?",
							agent: true
						}), a("span", {
							class: "strong cut",
							title: step.name,
							children: step.name
						})]
					}),
					step.agent_name && step.agent_id ? a("a", {
						class: "small muted cut",
						href: href([
							ws,
							"agents",
							step.agent_id
						]),
						children: step.agent_name
					}) : a("span", {
						class: "small muted",
						children: "a person decides"
					}),
					status ? a(Status, { value: status }) : null,
					"cost_euros" in step && step.cost_euros ? a("span", {
						class: "small muted number",
						children: moneyText(step.cost_euros)
					}) : null
				]
			}, id);
		})
	});
}
// mock/console/screens/workflow-run.tsx
const names$1 = [
	"workflow_runs",
	"workflows",
	"runs",
	"running",
	"approvals",
	"control",
	"*"
];
function WorkflowRunScreen({ ws, id, run: runId }) {
	const path = {
		workflow_id: id,
		run_id: runId
	};
	const read = useService("getWorkflowRun", { path }, names$1);
	const steps = useService("listWorkflowRunSteps", { path }, names$1);
	const run = read.data;
	const events = useChat(run?.shared_chat_id ?? null);
	const tab = place.value.query.get("tab") ?? "steps";
	const gate = steps.data?.data.find(({ status, approval_id }) => status === "waiting" && approval_id);
	const approval = useService("getApproval", gate?.approval_id ? { path: { approval_id: gate.approval_id } } : null, ["approvals", "*"]);
	if (!run) return a(Page, {
		title: "Workflow run",
		note: a(Id, {
			id: runId,
			whole: true
		}),
		children: [read.error ? a(Problem, { error: read.error }) : null, read.error ? a(Panel, {
			title: "Who sees it",
			children: a(Audience, {
				ws,
				id: runId
			})
		}) : null]
	});
	return a(Page, {
		title: a("span", {
			class: "row wrap",
			children: [
				run.workflow_name,
				" ",
				a(Status, { value: run.status })
			]
		}),
		note: a("span", {
			class: "row wrap",
			children: [
				a("a", {
					href: href([
						ws,
						"workflows",
						id
					]),
					children: "All runs"
				}),
				" ",
				a(Id, { id: run.id }),
				" started",
				" ",
				a(Ago, { at: run.created_at }),
				" ",
				run.test ? a("span", {
					class: "tag",
					children: "test"
				}) : null
			]
		}),
		children: [
			a("dl", {
				class: "figures",
				children: [
					a(Figure, {
						label: "Cost",
						children: moneyText(run.cost_euros)
					}),
					a(Figure, {
						label: "Tokens",
						children: a(Compact, { value: run.tokens.total })
					}),
					a(Figure, {
						label: "Worked",
						children: durationText(run.duration_seconds * 1e3)
					}),
					a(Figure, {
						label: "Steps",
						children: steps.data ? `${steps.data.data.filter(({ status }) => status === "completed").length} of ${steps.data.data.length}` : "–"
					})
				]
			}),
			approval.data?.status === "pending" ? a(Panel, {
				title: `The gate waits: ${approval.data.title}`,
				class: "attention",
				children: a("div", {
					class: "row between wrap",
					children: [a("p", { children: approval.data.description }), a(DecideButtons, { approval: approval.data })]
				})
			}) : null,
			a(Panel, {
				title: "Steps",
				children: steps.data ? a(StepLine, {
					steps: steps.data.data,
					ws,
					chosen: run.current_step_id ?? void 0
				}) : null
			}),
			a("div", {
				class: "columns",
				children: [a(Panel, {
					flush: true,
					label: "What happened",
					children: [a(Tabs, {
						label: "About the workflow run",
						current: tab,
						tabs: [
							{
								id: "steps",
								text: "Results",
								href: hrefHere({ tab: null })
							},
							{
								id: "chat",
								text: "Shared chat",
								href: hrefHere({ tab: "chat" })
							},
							{
								id: "audience",
								text: "Who sees it",
								href: hrefHere({ tab: "audience" })
							}
						]
					}), a("div", {
						class: "body",
						children: [
							tab === "steps" ? a("ol", {
								class: "history",
								children: (steps.data?.data ?? []).filter(({ started_at }) => started_at).map((step) => a("li", { children: [a(Time, { at: step.started_at }), a("span", {
									class: "stack tight",
									children: [
										a("span", {
											class: "row wrap",
											children: [
												a("span", {
													class: "strong",
													children: step.name
												}),
												" ",
												a(Status, { value: step.status }),
												" ",
												step.decision ? a(Status, { value: step.decision.outcome }) : null
											]
										}),
										step.output ? a("span", {
											class: "soft",
											children: step.output
										}) : null,
										a("span", {
											class: "row wrap small",
											children: [
												step.run_id ? a("a", {
													href: href([
														ws,
														"runs",
														step.run_id
													]),
													children: "Its run"
												}) : null,
												step.approval_id ? a("a", {
													href: href([ws, "waiting"], { approval: step.approval_id }),
													children: "Its approval"
												}) : null,
												step.finished_at ? a("span", {
													class: "muted",
													children: durationText(Date.parse(step.finished_at) - Date.parse(step.started_at))
												}) : null
											]
										})
									]
								})] }, step.step_id))
							}) : null,
							tab === "chat" ? a(Chat, {
								events,
								isWorking: run.status === "running"
							}) : null,
							tab === "audience" ? a(Audience, {
								ws,
								id: run.id
							}) : null
						]
					})]
				}), a("div", {
					class: "stack loose",
					children: [a(Panel, {
						title: "The workflow run",
						children: a(Facts, { rows: [
							["Input", inputText(run) || "–"],
							["Group", run.group_id],
							["Objection", run.had_objection ? "yes, and it went on" : null],
							["Finished", run.finished_at ? a(Time, { at: run.finished_at }, "finished") : null]
						] })
					}), a(RunHistory, {
						ws,
						id: run.id
					})]
				})]
			})
		]
	});
}
// mock/console/screens/workflows.tsx
const names = [
	"workflow_runs",
	"workflows",
	"runs",
	"approvals",
	"control",
	"*"
];
function Workflows({ path }) {
	const [ws = "", , id, , run] = path;
	A(() => {
		document.title = "Workflows · Agent Work mock";
	}, []);
	if (run && id) return a(WorkflowRunScreen, {
		ws,
		id,
		run
	}, run);
	return id ? a(WorkflowScreen, {
		ws,
		id
	}, id) : a(WorkflowList, { ws });
}
function WorkflowList({ ws }) {
	const read = useService("listWorkflows", { query: { limit: 100 } }, names);
	const usage = useService("getWorkflowRunUsage", {}, names);
	return a(Page, {
		title: "Workflows",
		note: usage.data ? `${usage.data.used} of ${usage.data.limit} runs of this month’s plan are used.` : "Steps by agents, with gates that people decide.",
		children: a(Loaded, {
			read,
			children: ({ data }) => data.length === 0 ? a(Panel, { children: a(Empty, {
				title: "No workflows",
				children: a("p", { children: "This workspace has none; a workspace made from the demo has seven." })
			}) }) : a("div", {
				class: "tiles",
				children: data.map((workflow) => a(WorkflowTile, {
					workflow,
					ws
				}, workflow.id))
			})
		})
	});
}
function WorkflowTile({ workflow, ws }) {
	const { data } = useService("getWorkflowRunsSummary", { path: { workflow_id: workflow.id } }, names);
	const waiting = data?.by_status.waiting ?? 0;
	return a("section", {
		class: "panel tile",
		children: [
			a("div", {
				class: "row between",
				children: [a("h2", {
					class: "cut",
					children: a("a", {
						class: "cover",
						href: href([
							ws,
							"workflows",
							workflow.id
						]),
						children: workflow.name
					})
				}), a(Status, { value: workflow.status })]
			}),
			a("p", {
				class: "muted grow",
				children: workflow.description
			}),
			a("div", {
				class: "row wrap small soft",
				children: [
					a("span", { children: [workflow.step_count, " steps"] }),
					data ? a("span", { children: [data.runs, " runs"] }) : null,
					data && data.success_rate !== null ? a("span", { children: [percentText(data.success_rate), " succeed"] }) : null,
					data ? a("span", {
						class: "number",
						children: moneyText(data.cost_euros)
					}) : null,
					waiting > 0 ? a("span", {
						class: "tag amber",
						children: [waiting, " waiting"]
					}) : null
				]
			})
		]
	});
}
function WorkflowScreen({ ws, id }) {
	const path = { workflow_id: id };
	const read = useService("getWorkflow", { path }, names);
	const summary = useService("getWorkflowRunsSummary", { path }, names);
	const runs = useService("listWorkflowRuns", {
		path,
		query: { limit: 100 }
	}, names);
	const [isStarting, setStarting] = d(false);
	const workflow = read.data;
	return a(Page, {
		title: workflow ? a("span", {
			class: "row wrap",
			children: [
				workflow.name,
				" ",
				a(Status, { value: workflow.status })
			]
		}) : "Workflow",
		note: workflow?.description,
		actions: workflow?.status === "active" ? a(Button, {
			kind: "primary",
			icon: "runs",
			onClick: () => setStarting(true),
			children: "Start"
		}) : null,
		children: [
			read.error && !workflow ? a(Problem, { error: read.error }) : null,
			summary.data ? a("dl", {
				class: "figures",
				children: [
					a(Figure, {
						label: "Runs",
						note: `${summary.data.test_runs} of them tests`,
						children: summary.data.runs
					}),
					a(Figure, {
						label: "Success",
						note: `${summary.data.objections} objections`,
						children: summary.data.success_rate === null ? "–" : percentText(summary.data.success_rate)
					}),
					a(Figure, {
						label: "Cost of a run",
						note: `${moneyText(summary.data.cost_euros)} in all`,
						children: summary.data.average_cost_euros === null ? "–" : moneyText(summary.data.average_cost_euros)
					}),
					a(Figure, {
						label: "Takes",
						note: "on average, waiting left out",
						children: summary.data.average_duration_seconds === null ? "–" : durationText(summary.data.average_duration_seconds * 1e3)
					})
				]
			}) : null,
			workflow ? a(Panel, {
				title: "Steps",
				children: a(StepLine, {
					steps: workflow.steps,
					ws
				})
			}) : null,
			a(Panel, {
				title: "Runs",
				flush: true,
				children: a(Loaded, {
					read: runs,
					children: ({ data }) => data.length === 0 ? a(Empty, {
						title: "No runs yet",
						children: a("p", { children: "Start one and see its steps as they happen." })
					}) : a("div", {
						class: "table-frame",
						children: a("table", {
							class: "table",
							children: [a("thead", { children: a("tr", { children: [
								a("th", {
									scope: "col",
									children: "Status"
								}),
								a("th", {
									scope: "col",
									children: "Input"
								}),
								a("th", {
									scope: "col",
									class: "right",
									children: "Cost"
								}),
								a("th", {
									scope: "col",
									class: "right",
									children: "Tokens"
								}),
								a("th", {
									scope: "col",
									class: "right",
									children: "Worked"
								}),
								a("th", {
									scope: "col",
									class: "right",
									children: "Started"
								})
							] }) }), a("tbody", { children: data.map((run) => a("tr", { children: [
								a("td", { children: a(Status, { value: run.status }) }),
								a("td", {
									class: "wide cut",
									children: [
										a("a", {
											href: href([
												ws,
												"workflows",
												id,
												"runs",
												run.id
											]),
											children: inputText(run) || run.id
										}),
										" ",
										run.test ? a("span", {
											class: "tag",
											children: "test"
										}) : null,
										" ",
										run.had_objection ? a("span", {
											class: "tag amber",
											children: "objection"
										}) : null
									]
								}),
								a("td", {
									class: "right number",
									children: moneyText(run.cost_euros)
								}),
								a("td", {
									class: "right",
									children: a(Compact, { value: run.tokens.total })
								}),
								a("td", {
									class: "right number",
									children: durationText(run.duration_seconds * 1e3)
								}),
								a("td", {
									class: "right",
									children: a(Time, { at: run.created_at })
								})
							] }, run.id)) })]
						})
					})
				})
			}),
			isStarting && workflow ? a(StartWorkflow, {
				workflow,
				ws,
				onClose: () => setStarting(false)
			}) : null
		]
	});
}
export { Workflows as default };
