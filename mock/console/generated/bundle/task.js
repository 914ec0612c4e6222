import { I as workspaceId, J as service, Q as href, R as Icon, Z as go, _ as Panel, at as A, b as Select, c as Dialog, ct as d, d as Field, g as Page, h as Menu, i as useService, l as Empty, m as Loaded, o as Button, p as Item, r as useControl, u as Facts, ut as $, v as Problem, z as a } from "./reads.js";
import { a as Id, d as moneyText, n as Avatar, o as Status, s as Time, t as Ago, u as durationText } from "./values.js";
import { i as attempt, n as actService, r as actor, t as actControl } from "./acts.js";
import { columnName, columns, move } from "./board.js";
import { t as Audience } from "./audience.js";
import { t as DecideButtons } from "./decide.js";
import { t as RunHistory } from "./run.js";
// mock/console/screens/task.tsx
const names = [
	"tasks",
	"runs",
	"approvals",
	"control",
	"*"
];
function TaskScreen({ path }) {
	const ws = path[0];
	const ref = path[2] ?? "";
	const isReference = /^[A-Z]+-\d+$/.test(ref);
	const byId = useService("getTask", isReference ? null : { path: { task_id: ref } }, names);
	const byNumber = useService("getTaskByNumber", isReference ? { path: { ref } } : null, names);
	const read = isReference ? byNumber : byId;
	A(() => {
		document.title = `${read.data?.reference ?? "Task"} · Agent Work mock`;
	}, [read.data?.reference]);
	if (!read.data) return /* @__PURE__ */ a(Page, {
		title: "Task",
		note: /* @__PURE__ */ a(Id, {
			id: ref,
			whole: true
		}),
		children: [read.error ? /* @__PURE__ */ a(Problem, { error: read.error }) : null, read.error ? /* @__PURE__ */ a(Panel, {
			title: "Who sees it",
			children: /* @__PURE__ */ a(Audience, {
				ws,
				id: ref
			})
		}) : null]
	});
	return /* @__PURE__ */ a(TaskPage, {
		ws,
		task: read.data
	});
}
function TaskPage({ ws, task }) {
	const path = {
		workspace_id: ws,
		task: task.id
	};
	const people = useControl("listPeople", { path: { workspace_id: ws } }, ["people"]);
	const agents = useService("listAgents", { query: { limit: 100 } }, ["agents"]);
	const nameOf = (id) => people.data?.data.find((one) => one.id === id)?.name ?? agents.data?.data.find((one) => one.id === id)?.name ?? id;
	const [isEditing, setEditing] = d(false);
	const run = async () => {
		const started = await actControl("runTask", {
			path,
			body: {}
		}, { said: ({ run_id }) => run_id ? "Its run has started" : "Its run starts when there is room within its limits" });
		if (started?.run_id) go(href([
			ws,
			"runs",
			started.run_id
		]));
	};
	return /* @__PURE__ */ a(Page, {
		title: task.title,
		note: /* @__PURE__ */ a("span", {
			class: "row wrap",
			children: [
				/* @__PURE__ */ a("a", {
					href: href([
						ws,
						"board",
						task.board_id ?? ""
					]),
					children: "Board"
				}),
				" ",
				/* @__PURE__ */ a(Id, {
					id: task.reference,
					whole: true
				}),
				" ",
				/* @__PURE__ */ a(Status, {
					value: task.status,
					children: columnName(task.status)
				}),
				task.archived ? /* @__PURE__ */ a("span", {
					class: "tag",
					children: "archived"
				}) : null
			]
		}),
		actions: /* @__PURE__ */ a($, { children: [
			/* @__PURE__ */ a(Menu, {
				button: /* @__PURE__ */ a($, { children: ["Move ", /* @__PURE__ */ a(Icon, { name: "down" })] }),
				label: "Move to a column",
				children: (close) => /* @__PURE__ */ a($, { children: columns.filter((one) => one !== task.status).map((one) => /* @__PURE__ */ a(Item, {
					onClick: () => {
						close();
						move(task, one, actor());
					},
					children: columnName(one)
				}, one)) })
			}),
			/* @__PURE__ */ a(Button, {
				onClick: () => setEditing(true),
				children: "Edit"
			}),
			task.executor_kind === "agent" || task.agent_id || task.assignee_type === "agent" ? /* @__PURE__ */ a(Button, {
				kind: "primary",
				icon: "runs",
				onClick: () => void run(),
				children: "Run"
			}) : null,
			/* @__PURE__ */ a(Menu, {
				button: /* @__PURE__ */ a(Icon, { name: "more" }),
				label: "More",
				class: "icon",
				align: "end",
				children: (close) => /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Item, {
					onClick: () => {
						close();
						actControl(task.archived ? "unarchiveTask" : "archiveTask", { path }, { said: task.archived ? "Taken back from the archive" : "Archived" });
					},
					children: task.archived ? "Take back from the archive" : "Archive"
				}), /* @__PURE__ */ a(Item, {
					danger: true,
					onClick: () => {
						close();
						actService("deleteTask", { path: { task_id: task.id } }, { said: `Deleted ${task.reference}` }).then(() => go(href([
							ws,
							"board",
							task.board_id ?? ""
						])));
					},
					children: "Delete"
				})] })
			})
		] }),
		children: [
			/* @__PURE__ */ a(Holds, { task }),
			/* @__PURE__ */ a("div", {
				class: "columns",
				children: [/* @__PURE__ */ a("div", {
					class: "stack loose",
					children: [
						/* @__PURE__ */ a(Panel, {
							title: "What is wanted",
							children: /* @__PURE__ */ a("div", {
								class: "stack loose",
								children: [task.description ? /* @__PURE__ */ a("p", {
									class: "prewrap",
									children: task.description
								}) : /* @__PURE__ */ a("p", {
									class: "muted",
									children: "No description."
								}), task.acceptance_criteria.length > 0 ? /* @__PURE__ */ a("ul", {
									class: "stack tight",
									children: task.acceptance_criteria.map(({ text, done }) => /* @__PURE__ */ a("li", {
										class: "row",
										children: [
											/* @__PURE__ */ a("span", {
												class: `tick ${done ? "is-done" : ""}`,
												children: done ? /* @__PURE__ */ a(Icon, { name: "check" }) : null
											}),
											" ",
											text,
											/* @__PURE__ */ a("span", {
												class: "only-read",
												children: done ? "met" : "not met yet"
											})
										]
									}, text))
								}) : null]
							})
						}),
						/* @__PURE__ */ a(Runs, {
							ws,
							task
						}),
						/* @__PURE__ */ a(RunHistory, {
							ws,
							id: task.id
						})
					]
				}), /* @__PURE__ */ a("div", {
					class: "stack loose",
					children: [/* @__PURE__ */ a(Panel, {
						title: "The task",
						children: /* @__PURE__ */ a(Facts, { rows: [
							["Assignee", /* @__PURE__ */ a(Assignee, {
								task,
								people: people.data?.data ?? [],
								agents: agents.data?.data ?? []
							}, "assignee")],
							["Priority", task.priority],
							["Owner", nameOf(task.owner_id)],
							["Due", task.due_date ? /* @__PURE__ */ a(Time, { at: task.due_date }, "due") : null],
							["Tags", task.tags.length > 0 ? /* @__PURE__ */ a("span", {
								class: "row wrap",
								children: task.tags.map((tag) => /* @__PURE__ */ a("span", {
									class: "tag",
									children: tag
								}, tag))
							}, "tags") : null],
							["Runs an hour", task.max_runs_per_hour === null ? "no limit" : `${task.max_runs_per_hour} at most`],
							["Budget", task.budget_euros === null ? "no limit" : moneyText(task.budget_euros)],
							["Approval", task.requires_approval ? `needed; ${task.approval_approver_ids.map(nameOf).join(", ") || "an admin"} may decide` : "not needed"],
							["Sub-task of", task.parent_task_id ? /* @__PURE__ */ a("a", {
								href: href([
									ws,
									"tasks",
									task.parent_task_id
								]),
								children: "the parent"
							}, "parent") : null],
							["Created", /* @__PURE__ */ a(Time, { at: task.created_at }, "created")],
							["Done", task.done_at ? /* @__PURE__ */ a(Time, { at: task.done_at }, "done") : null],
							["Id", /* @__PURE__ */ a(Id, { id: task.id }, "id")]
						] })
					}), /* @__PURE__ */ a(Panel, {
						title: "Who sees it",
						children: /* @__PURE__ */ a(Audience, {
							ws,
							id: task.id
						})
					})]
				})]
			}),
			isEditing ? /* @__PURE__ */ a(EditTask, {
				task,
				onClose: () => setEditing(false)
			}) : null
		]
	});
}
/** What keeps the task where it is, and what would release it. */
function Holds({ task }) {
	const approval = useService("getApproval", task.approval_id ? { path: { approval_id: task.approval_id } } : null, ["approvals", "*"]);
	if (approval.data?.status === "pending" && approval.data) return /* @__PURE__ */ a(Panel, {
		title: "It waits for an approval",
		class: "attention",
		children: /* @__PURE__ */ a("div", {
			class: "row between wrap",
			children: [/* @__PURE__ */ a("p", { children: "It can be done only when somebody approves." }), /* @__PURE__ */ a(DecideButtons, { approval: approval.data })]
		})
	});
	if (approval.data?.status === "rejected" && task.status !== "done") return /* @__PURE__ */ a("div", {
		class: "notice amber",
		children: /* @__PURE__ */ a("span", {
			class: "grow",
			children: [
				"Its approval was rejected",
				approval.data.comment ? `: ${approval.data.comment}` : "",
				". Moving it to done asks anew."
			]
		})
	});
	return null;
}
function Assignee({ task, people, agents }) {
	const value = task.assignee_type ? `${task.assignee_type}:${task.assignee_id}` : "";
	return /* @__PURE__ */ a(Select, {
		label: "Assignee",
		value,
		onChange: (chosen) => {
			const [type, id] = chosen.split(":");
			const body = chosen === "" ? {
				type: null,
				id: null
			} : {
				type,
				id
			};
			actService("setTaskAssignee", {
				path: { task_id: task.id },
				body
			}, { said: chosen === "" ? "Unassigned" : "Assigned" });
		},
		options: [
			["", "Nobody"],
			...people.map(({ id, name }) => [`user:${id}`, name]),
			...agents.map(({ id, name }) => [`agent:${id}`, `${name} (agent)`])
		]
	});
}
function Runs({ ws, task }) {
	const read = useService("listTaskRuns", { path: { task_id: task.id } }, [
		"runs",
		"running",
		"control",
		"*"
	]);
	return /* @__PURE__ */ a(Panel, {
		title: `Runs${read.data ? ` (${read.data.data.length})` : ""}`,
		flush: true,
		children: /* @__PURE__ */ a(Loaded, {
			read,
			children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Empty, {
				title: "No runs yet",
				children: /* @__PURE__ */ a("p", { children: "Assign it to an agent and move it to in progress, or run it here." })
			}) : /* @__PURE__ */ a("ul", {
				class: "feed",
				children: data.slice(0, 30).map((run) => /* @__PURE__ */ a("li", { children: [/* @__PURE__ */ a(Time, { at: run.created_at }), /* @__PURE__ */ a("a", {
					class: "row plain-link",
					href: href([
						ws,
						"runs",
						run.id
					]),
					children: [
						/* @__PURE__ */ a(Status, { value: run.status }),
						/* @__PURE__ */ a(Avatar, {
							name: run.agent_name,
							agent: true
						}),
						/* @__PURE__ */ a("span", {
							class: "cut grow",
							children: run.summary ?? run.error?.message ?? run.agent_name
						}),
						/* @__PURE__ */ a("span", {
							class: "number",
							children: moneyText(run.cost_euros)
						}),
						/* @__PURE__ */ a("span", {
							class: "number muted",
							children: durationText(run.duration_seconds * 1e3)
						})
					]
				})] }, run.id))
			})
		})
	});
}
function EditTask({ task, onClose }) {
	const [title, setTitle] = d(task.title);
	const [description, setDescription] = d(task.description ?? "");
	const [priority, setPriority] = d(task.priority);
	const [tags, setTags] = d(task.tags.join(", "));
	const [due, setDue] = d(task.due_date?.slice(0, 10) ?? "");
	const [limit, setLimit] = d(task.max_runs_per_hour === null ? "" : String(task.max_runs_per_hour));
	const [budget, setBudget] = d(task.budget_euros === null ? "" : String(task.budget_euros));
	const [approval, setApproval] = d(task.requires_approval);
	const [error, setError] = d();
	const wanted = {
		title,
		description,
		priority,
		tags: tags.split(",").map((tag) => tag.trim()).filter(Boolean),
		due_date: due ? task.due_date?.startsWith(due) ? task.due_date : `${due}T17:00:00.000Z` : null,
		max_runs_per_hour: limit === "" ? null : Number(limit),
		budget_euros: budget === "" ? null : Number(budget),
		requires_approval: approval
	};
	const body = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(task[name] ?? (name === "description" ? "" : null))));
	const save = async () => {
		try {
			await attempt(service("updateTask", {
				path: { task_id: task.id },
				body
			}, `${workspaceId.value}/${actor()}`), { said: `Changed ${task.reference}` });
			onClose();
		} catch (error) {
			setError(error);
		}
	};
	return /* @__PURE__ */ a(Dialog, {
		title: `Edit ${task.reference}`,
		onClose,
		onSubmit: () => void save(),
		footer: /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Button, {
			type: "submit",
			kind: "primary",
			disabled: Object.keys(body).length === 0,
			children: "Save"
		}), /* @__PURE__ */ a("span", {
			class: "muted small",
			children: ["as ", actor()]
		})] }),
		children: [
			/* @__PURE__ */ a(Field, {
				label: "Title",
				children: /* @__PURE__ */ a("input", {
					class: "input",
					required: true,
					value: title,
					onInput: (event) => setTitle(event.currentTarget.value)
				})
			}),
			/* @__PURE__ */ a(Field, {
				label: "Description",
				children: /* @__PURE__ */ a("textarea", {
					class: "textarea",
					rows: 4,
					value: description,
					onInput: (event) => setDescription(event.currentTarget.value)
				})
			}),
			/* @__PURE__ */ a("div", {
				class: "fields",
				children: [
					/* @__PURE__ */ a(Field, {
						label: "Priority",
						children: /* @__PURE__ */ a(Select, {
							value: priority,
							onChange: setPriority,
							options: [
								"none",
								"low",
								"medium",
								"high",
								"urgent"
							]
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Due",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							type: "date",
							value: due,
							onInput: (event) => setDue(event.currentTarget.value)
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Runs an hour at most",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							type: "number",
							min: "0",
							value: limit,
							onInput: (event) => setLimit(event.currentTarget.value),
							placeholder: "no limit"
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Budget in euros",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							type: "number",
							min: "0",
							step: "0.01",
							value: budget,
							onInput: (event) => setBudget(event.currentTarget.value),
							placeholder: "no limit"
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Tags",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							value: tags,
							onInput: (event) => setTags(event.currentTarget.value),
							placeholder: "finance, urgent"
						})
					})
				]
			}),
			/* @__PURE__ */ a("label", {
				class: "check",
				children: [
					/* @__PURE__ */ a("input", {
						type: "checkbox",
						checked: approval,
						onChange: (event) => setApproval(event.currentTarget.checked)
					}),
					" ",
					"Needs an approval before it is done"
				]
			}),
			error ? /* @__PURE__ */ a(Problem, { error }) : null,
			/* @__PURE__ */ a("p", {
				class: "muted small",
				children: [
					"Last changed ",
					/* @__PURE__ */ a(Ago, { at: task.updated_at }),
					"."
				]
			})
		]
	});
}
export { TaskScreen as default };
