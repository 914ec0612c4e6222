import { $ as hrefHere, I as workspaceId, J as service, Q as href, R as Icon, Z as go, _ as Panel, at as A, c as Dialog, ct as d, d as Field, et as place, f as Figure, g as Page, i as useService, l as Empty, m as Loaded, o as Button, u as Facts, ut as $, v as Problem, x as Tabs, z as a } from "./reads.js";
import { a as Id, d as moneyText, f as percentText, n as Avatar, o as Status, r as Compact, s as Time, t as Ago, u as durationText } from "./values.js";
import { i as attempt, r as actor } from "./acts.js";
import { t as Audience } from "./audience.js";
import { i as Chat, r as useChat, t as RunHistory } from "./run.js";
import { t as DecideButtons } from "./decide.js";
import { t as KeySelect } from "./key-select.js";
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
	if (run && id) return /* @__PURE__ */ a(WorkflowRunScreen, {
		ws,
		id,
		run
	}, run);
	return id ? /* @__PURE__ */ a(WorkflowScreen, {
		ws,
		id
	}, id) : /* @__PURE__ */ a(WorkflowList, { ws });
}
function WorkflowList({ ws }) {
	const read = useService("listWorkflows", { query: { limit: 100 } }, names);
	const usage = useService("getWorkflowRunUsage", {}, names);
	return /* @__PURE__ */ a(Page, {
		title: "Workflows",
		note: usage.data ? `${usage.data.used} of ${usage.data.limit} runs of this month’s plan are used.` : "Steps by agents, with gates that people decide.",
		children: /* @__PURE__ */ a(Loaded, {
			read,
			children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Panel, { children: /* @__PURE__ */ a(Empty, {
				title: "No workflows",
				children: /* @__PURE__ */ a("p", { children: "This workspace has none; a workspace made from the demo has seven." })
			}) }) : /* @__PURE__ */ a("div", {
				class: "tiles",
				children: data.map((workflow) => /* @__PURE__ */ a(WorkflowTile, {
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
	return /* @__PURE__ */ a("section", {
		class: "panel tile",
		children: [
			/* @__PURE__ */ a("div", {
				class: "row between",
				children: [/* @__PURE__ */ a("h2", {
					class: "cut",
					children: /* @__PURE__ */ a("a", {
						class: "cover",
						href: href([
							ws,
							"workflows",
							workflow.id
						]),
						children: workflow.name
					})
				}), /* @__PURE__ */ a(Status, { value: workflow.status })]
			}),
			/* @__PURE__ */ a("p", {
				class: "muted grow",
				children: workflow.description
			}),
			/* @__PURE__ */ a("div", {
				class: "row wrap small soft",
				children: [
					/* @__PURE__ */ a("span", { children: [workflow.step_count, " steps"] }),
					data ? /* @__PURE__ */ a("span", { children: [data.runs, " runs"] }) : null,
					data && data.success_rate !== null ? /* @__PURE__ */ a("span", { children: [percentText(data.success_rate), " succeed"] }) : null,
					data ? /* @__PURE__ */ a("span", {
						class: "number",
						children: moneyText(data.cost_euros)
					}) : null,
					waiting > 0 ? /* @__PURE__ */ a("span", {
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
	return /* @__PURE__ */ a(Page, {
		title: workflow ? /* @__PURE__ */ a("span", {
			class: "row wrap",
			children: [
				workflow.name,
				" ",
				/* @__PURE__ */ a(Status, { value: workflow.status })
			]
		}) : "Workflow",
		note: workflow?.description,
		actions: workflow?.status === "active" ? /* @__PURE__ */ a(Button, {
			kind: "primary",
			icon: "runs",
			onClick: () => setStarting(true),
			children: "Start"
		}) : null,
		children: [
			read.error && !workflow ? /* @__PURE__ */ a(Problem, { error: read.error }) : null,
			summary.data ? /* @__PURE__ */ a("dl", {
				class: "figures",
				children: [
					/* @__PURE__ */ a(Figure, {
						label: "Runs",
						note: `${summary.data.test_runs} of them tests`,
						children: summary.data.runs
					}),
					/* @__PURE__ */ a(Figure, {
						label: "Success",
						note: `${summary.data.objections} objections`,
						children: summary.data.success_rate === null ? "–" : percentText(summary.data.success_rate)
					}),
					/* @__PURE__ */ a(Figure, {
						label: "Cost of a run",
						note: `${moneyText(summary.data.cost_euros)} in all`,
						children: summary.data.average_cost_euros === null ? "–" : moneyText(summary.data.average_cost_euros)
					}),
					/* @__PURE__ */ a(Figure, {
						label: "Takes",
						note: "on average, waiting left out",
						children: summary.data.average_duration_seconds === null ? "–" : durationText(summary.data.average_duration_seconds * 1e3)
					})
				]
			}) : null,
			workflow ? /* @__PURE__ */ a(Panel, {
				title: "Steps",
				children: /* @__PURE__ */ a(StepLine, {
					steps: workflow.steps,
					ws
				})
			}) : null,
			/* @__PURE__ */ a(Panel, {
				title: "Runs",
				flush: true,
				children: /* @__PURE__ */ a(Loaded, {
					read: runs,
					children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Empty, {
						title: "No runs yet",
						children: /* @__PURE__ */ a("p", { children: "Start one and see its steps as they happen." })
					}) : /* @__PURE__ */ a("div", {
						class: "table-frame",
						children: /* @__PURE__ */ a("table", {
							class: "table",
							children: [/* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Status"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Input"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									class: "right",
									children: "Cost"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									class: "right",
									children: "Tokens"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									class: "right",
									children: "Worked"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									class: "right",
									children: "Started"
								})
							] }) }), /* @__PURE__ */ a("tbody", { children: data.map((run) => /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("td", { children: /* @__PURE__ */ a(Status, { value: run.status }) }),
								/* @__PURE__ */ a("td", {
									class: "wide cut",
									children: [
										/* @__PURE__ */ a("a", {
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
										run.test ? /* @__PURE__ */ a("span", {
											class: "tag",
											children: "test"
										}) : null,
										" ",
										run.had_objection ? /* @__PURE__ */ a("span", {
											class: "tag amber",
											children: "objection"
										}) : null
									]
								}),
								/* @__PURE__ */ a("td", {
									class: "right number",
									children: moneyText(run.cost_euros)
								}),
								/* @__PURE__ */ a("td", {
									class: "right",
									children: /* @__PURE__ */ a(Compact, { value: run.tokens.total })
								}),
								/* @__PURE__ */ a("td", {
									class: "right number",
									children: durationText(run.duration_seconds * 1e3)
								}),
								/* @__PURE__ */ a("td", {
									class: "right",
									children: /* @__PURE__ */ a(Time, { at: run.created_at })
								})
							] }, run.id)) })]
						})
					})
				})
			}),
			isStarting && workflow ? /* @__PURE__ */ a(StartWorkflow, {
				workflow,
				ws,
				onClose: () => setStarting(false)
			}) : null
		]
	});
}
function inputText({ input }) {
	return Object.values(input ?? {}).map(String).join(", ");
}
/** Steps stand in a line, because each has a position. */
function StepLine({ steps, ws, chosen }) {
	return /* @__PURE__ */ a("ol", {
		class: "steps",
		children: steps.map((step) => {
			const status = "status" in step ? step.status : void 0;
			const id = "step_id" in step && step.step_id ? step.step_id : "id" in step ? step.id : "";
			return /* @__PURE__ */ a("li", {
				class: `step ${step.kind} ${status ?? ""} ${chosen === id ? "is-chosen" : ""}`,
				children: [
					/* @__PURE__ */ a("div", {
						class: "row",
						children: [step.kind === "gate" ? /* @__PURE__ */ a(Icon, { name: "gate" }) : /* @__PURE__ */ a(Avatar, {
							name: step.agent_name ?? "?",
							agent: true
						}), /* @__PURE__ */ a("span", {
							class: "strong cut",
							title: step.name,
							children: step.name
						})]
					}),
					step.agent_name && step.agent_id ? /* @__PURE__ */ a("a", {
						class: "small muted cut",
						href: href([
							ws,
							"agents",
							step.agent_id
						]),
						children: step.agent_name
					}) : /* @__PURE__ */ a("span", {
						class: "small muted",
						children: "a person decides"
					}),
					status ? /* @__PURE__ */ a(Status, { value: status }) : null,
					"cost_euros" in step && step.cost_euros ? /* @__PURE__ */ a("span", {
						class: "small muted number",
						children: moneyText(step.cost_euros)
					}) : null
				]
			}, id);
		})
	});
}
function WorkflowRunScreen({ ws, id, run: runId }) {
	const path = {
		workflow_id: id,
		run_id: runId
	};
	const on = [...names, "running"];
	const read = useService("getWorkflowRun", { path }, on);
	const steps = useService("listWorkflowRunSteps", { path }, on);
	const run = read.data;
	const events = useChat(run?.shared_chat_id ?? null);
	const tab = place.value.query.get("tab") ?? "steps";
	const gate = steps.data?.data.find(({ status, approval_id }) => status === "waiting" && approval_id);
	const approval = useService("getApproval", gate?.approval_id ? { path: { approval_id: gate.approval_id } } : null, ["approvals", "*"]);
	if (!run) return /* @__PURE__ */ a(Page, {
		title: "Workflow run",
		note: /* @__PURE__ */ a(Id, {
			id: runId,
			whole: true
		}),
		children: [read.error ? /* @__PURE__ */ a(Problem, { error: read.error }) : null, read.error ? /* @__PURE__ */ a(Panel, {
			title: "Who sees it",
			children: /* @__PURE__ */ a(Audience, {
				ws,
				id: runId
			})
		}) : null]
	});
	return /* @__PURE__ */ a(Page, {
		title: /* @__PURE__ */ a("span", {
			class: "row wrap",
			children: [
				run.workflow_name,
				" ",
				/* @__PURE__ */ a(Status, { value: run.status })
			]
		}),
		note: /* @__PURE__ */ a("span", {
			class: "row wrap",
			children: [
				/* @__PURE__ */ a("a", {
					href: href([
						ws,
						"workflows",
						id
					]),
					children: "All runs"
				}),
				" ",
				/* @__PURE__ */ a(Id, { id: run.id }),
				" started",
				" ",
				/* @__PURE__ */ a(Ago, { at: run.created_at }),
				" ",
				run.test ? /* @__PURE__ */ a("span", {
					class: "tag",
					children: "test"
				}) : null
			]
		}),
		children: [
			/* @__PURE__ */ a("dl", {
				class: "figures",
				children: [
					/* @__PURE__ */ a(Figure, {
						label: "Cost",
						children: moneyText(run.cost_euros)
					}),
					/* @__PURE__ */ a(Figure, {
						label: "Tokens",
						children: /* @__PURE__ */ a(Compact, { value: run.tokens.total })
					}),
					/* @__PURE__ */ a(Figure, {
						label: "Worked",
						children: durationText(run.duration_seconds * 1e3)
					}),
					/* @__PURE__ */ a(Figure, {
						label: "Steps",
						children: steps.data ? `${steps.data.data.filter(({ status }) => status === "completed").length} of ${steps.data.data.length}` : "–"
					})
				]
			}),
			approval.data?.status === "pending" ? /* @__PURE__ */ a(Panel, {
				title: `The gate waits: ${approval.data.title}`,
				class: "attention",
				children: /* @__PURE__ */ a("div", {
					class: "row between wrap",
					children: [/* @__PURE__ */ a("p", { children: approval.data.description }), /* @__PURE__ */ a(DecideButtons, { approval: approval.data })]
				})
			}) : null,
			/* @__PURE__ */ a(Panel, {
				title: "Steps",
				children: steps.data ? /* @__PURE__ */ a(StepLine, {
					steps: steps.data.data,
					ws,
					chosen: run.current_step_id ?? void 0
				}) : null
			}),
			/* @__PURE__ */ a("div", {
				class: "columns",
				children: [/* @__PURE__ */ a(Panel, {
					flush: true,
					label: "What happened",
					children: [/* @__PURE__ */ a(Tabs, {
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
					}), /* @__PURE__ */ a("div", {
						class: "body",
						children: [
							tab === "steps" ? /* @__PURE__ */ a("ol", {
								class: "history",
								children: (steps.data?.data ?? []).filter(({ started_at }) => started_at).map((step) => /* @__PURE__ */ a("li", { children: [/* @__PURE__ */ a(Time, { at: step.started_at }), /* @__PURE__ */ a("span", {
									class: "stack tight",
									children: [
										/* @__PURE__ */ a("span", {
											class: "row wrap",
											children: [
												/* @__PURE__ */ a("span", {
													class: "strong",
													children: step.name
												}),
												" ",
												/* @__PURE__ */ a(Status, { value: step.status }),
												" ",
												step.decision ? /* @__PURE__ */ a(Status, { value: step.decision.outcome }) : null
											]
										}),
										step.output ? /* @__PURE__ */ a("span", {
											class: "soft",
											children: step.output
										}) : null,
										/* @__PURE__ */ a("span", {
											class: "row wrap small",
											children: [
												step.run_id ? /* @__PURE__ */ a("a", {
													href: href([
														ws,
														"runs",
														step.run_id
													]),
													children: "Its run"
												}) : null,
												step.approval_id ? /* @__PURE__ */ a("a", {
													href: href([ws, "waiting"], { approval: step.approval_id }),
													children: "Its approval"
												}) : null,
												step.finished_at ? /* @__PURE__ */ a("span", {
													class: "muted",
													children: durationText(Date.parse(step.finished_at) - Date.parse(step.started_at))
												}) : null
											]
										})
									]
								})] }, step.step_id))
							}) : null,
							tab === "chat" ? /* @__PURE__ */ a(Chat, {
								events,
								isWorking: run.status === "running"
							}) : null,
							tab === "audience" ? /* @__PURE__ */ a(Audience, {
								ws,
								id: run.id
							}) : null
						]
					})]
				}), /* @__PURE__ */ a("div", {
					class: "stack loose",
					children: [/* @__PURE__ */ a(Panel, {
						title: "The workflow run",
						children: /* @__PURE__ */ a(Facts, { rows: [
							["Input", inputText(run) || "–"],
							["Group", run.group_id],
							["Objection", run.had_objection ? "yes, and it went on" : null],
							["Finished", run.finished_at ? /* @__PURE__ */ a(Time, { at: run.finished_at }, "finished") : null]
						] })
					}), /* @__PURE__ */ a(RunHistory, {
						ws,
						id: run.id
					})]
				})]
			})
		]
	});
}
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
	return /* @__PURE__ */ a(Dialog, {
		title: `Start ${workflow.name}`,
		onClose,
		onSubmit: () => void start(),
		footer: /* @__PURE__ */ a($, { children: [
			/* @__PURE__ */ a(Button, {
				type: "submit",
				kind: "primary",
				children: "Start"
			}),
			/* @__PURE__ */ a("span", {
				class: "muted",
				children: "as"
			}),
			/* @__PURE__ */ a("span", {
				class: "key-select",
				children: /* @__PURE__ */ a(KeySelect, {
					value: key,
					onChange: setKey,
					label: "Start as",
					scope: "workflows:run"
				})
			})
		] }),
		children: [
			/* @__PURE__ */ a(Field, {
				label: "Task",
				children: /* @__PURE__ */ a("textarea", {
					class: "textarea",
					rows: 2,
					value: task,
					onInput: (event) => setTask(event.currentTarget.value)
				})
			}),
			/* @__PURE__ */ a(Field, {
				label: "Group (optional)",
				children: /* @__PURE__ */ a("input", {
					class: "input",
					value: group,
					onInput: (event) => setGroup(event.currentTarget.value)
				})
			}),
			/* @__PURE__ */ a("label", {
				class: "check",
				children: [/* @__PURE__ */ a("input", {
					type: "checkbox",
					checked: test,
					onChange: (event) => setTest(event.currentTarget.checked)
				}), " A test run"]
			}),
			error ? /* @__PURE__ */ a(Problem, { error }) : null
		]
	});
}
export { Workflows as default };
