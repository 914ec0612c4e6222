import { F as Icon, G as service, I as a, J as go, N as workspaceId, Y as href, a as Empty, at as d, d as Menu, f as Page, g as Select, i as Dialog, l as Item, m as Problem, n as Button, nt as A, o as Facts, p as Panel, s as Field, st as $, u as Loaded } from "./parts.js";
import { a as Id, d as moneyText, n as Avatar, o as Status, s as Time, t as Ago, u as durationText } from "./values.js";
import { i as attempt, n as actService, r as actor, t as actControl } from "./acts.js";
import { o as useControl, s as useService } from "./app.js";
import { columnName, columns, move, n as TaskTexts, t as PriorityField } from "./board.js";
import { t as Audience } from "./audience.js";
import { t as DecideButtons } from "./decide.js";
import { t as RunHistory } from "./run.js";
// mock/console/screens/parts/edit-task.tsx
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
	return a(Dialog, {
		title: `Edit ${task.reference}`,
		onClose,
		onSubmit: () => void save(),
		footer: a($, { children: [a(Button, {
			type: "submit",
			kind: "primary",
			disabled: Object.keys(body).length === 0,
			children: "Save"
		}), a("span", {
			class: "muted small",
			children: ["as ", actor()]
		})] }),
		children: [
			a(TaskTexts, {
				title,
				setTitle,
				description,
				setDescription
			}),
			a("div", {
				class: "fields",
				children: [
					a(PriorityField, {
						priority,
						setPriority
					}),
					a(Field, {
						label: "Due",
						children: a("input", {
							class: "input",
							type: "date",
							value: due,
							onInput: (event) => setDue(event.currentTarget.value)
						})
					}),
					a(Field, {
						label: "Runs an hour at most",
						children: a("input", {
							class: "input",
							type: "number",
							min: "0",
							value: limit,
							onInput: (event) => setLimit(event.currentTarget.value),
							placeholder: "no limit"
						})
					}),
					a(Field, {
						label: "Budget in euros",
						children: a("input", {
							class: "input",
							type: "number",
							min: "0",
							step: "0.01",
							value: budget,
							onInput: (event) => setBudget(event.currentTarget.value),
							placeholder: "no limit"
						})
					}),
					a(Field, {
						label: "Tags",
						children: a("input", {
							class: "input",
							value: tags,
							onInput: (event) => setTags(event.currentTarget.value),
							placeholder: "finance, urgent"
						})
					})
				]
			}),
			a("label", {
				class: "check",
				children: [
					a("input", {
						type: "checkbox",
						checked: approval,
						onChange: (event) => setApproval(event.currentTarget.checked)
					}),
					" ",
					"Needs an approval before it is done"
				]
			}),
			error ? a(Problem, { error }) : null,
			a("p", {
				class: "muted small",
				children: [
					"Last changed ",
					a(Ago, { at: task.updated_at }),
					"."
				]
			})
		]
	});
}
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
	if (!read.data) return a(Page, {
		title: "Task",
		note: a(Id, {
			id: ref,
			whole: true
		}),
		children: [read.error ? a(Problem, { error: read.error }) : null, read.error ? a(Panel, {
			title: "Who sees it",
			children: a(Audience, {
				ws,
				id: ref
			})
		}) : null]
	});
	return a(TaskPage, {
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
	return a(Page, {
		title: task.title,
		note: a("span", {
			class: "row wrap",
			children: [
				a("a", {
					href: href([
						ws,
						"board",
						task.board_id ?? ""
					]),
					children: "Board"
				}),
				" ",
				a(Id, {
					id: task.reference,
					whole: true
				}),
				" ",
				a(Status, {
					value: task.status,
					children: columnName(task.status)
				}),
				task.archived ? a("span", {
					class: "tag",
					children: "archived"
				}) : null
			]
		}),
		actions: a($, { children: [
			a(Menu, {
				button: a($, { children: ["Move ", a(Icon, { name: "down" })] }),
				label: "Move to a column",
				children: (close) => a($, { children: columns.filter((one) => one !== task.status).map((one) => a(Item, {
					onClick: () => {
						close();
						move(task, one, actor());
					},
					children: columnName(one)
				}, one)) })
			}),
			a(Button, {
				onClick: () => setEditing(true),
				children: "Edit"
			}),
			task.executor_kind === "agent" || task.agent_id || task.assignee_type === "agent" ? a(Button, {
				kind: "primary",
				icon: "runs",
				onClick: () => void run(),
				children: "Run"
			}) : null,
			a(Menu, {
				button: a(Icon, { name: "more" }),
				label: "More",
				class: "icon",
				align: "end",
				children: (close) => a($, { children: [a(Item, {
					onClick: () => {
						close();
						actControl(task.archived ? "unarchiveTask" : "archiveTask", { path }, { said: task.archived ? "Taken back from the archive" : "Archived" });
					},
					children: task.archived ? "Take back from the archive" : "Archive"
				}), a(Item, {
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
			a(Holds, { task }),
			a("div", {
				class: "columns",
				children: [a("div", {
					class: "stack loose",
					children: [
						a(Panel, {
							title: "What is wanted",
							children: a("div", {
								class: "stack loose",
								children: [task.description ? a("p", {
									class: "prewrap",
									children: task.description
								}) : a("p", {
									class: "muted",
									children: "No description."
								}), task.acceptance_criteria.length > 0 ? a("ul", {
									class: "stack tight",
									children: task.acceptance_criteria.map(({ text, done }) => a("li", {
										class: "row",
										children: [
											a("span", {
												class: `tick ${done ? "is-done" : ""}`,
												children: done ? a(Icon, { name: "check" }) : null
											}),
											" ",
											text,
											a("span", {
												class: "only-read",
												children: done ? "met" : "not met yet"
											})
										]
									}, text))
								}) : null]
							})
						}),
						a(Runs, {
							ws,
							task
						}),
						a(RunHistory, {
							ws,
							id: task.id
						})
					]
				}), a("div", {
					class: "stack loose",
					children: [a(Panel, {
						title: "The task",
						children: a(Facts, { rows: [
							["Assignee", a(Assignee, {
								task,
								people: people.data?.data ?? [],
								agents: agents.data?.data ?? []
							}, "assignee")],
							["Priority", task.priority],
							["Owner", nameOf(task.owner_id)],
							["Due", task.due_date ? a(Time, { at: task.due_date }, "due") : null],
							["Tags", task.tags.length > 0 ? a("span", {
								class: "row wrap",
								children: task.tags.map((tag) => a("span", {
									class: "tag",
									children: tag
								}, tag))
							}, "tags") : null],
							["Runs an hour", task.max_runs_per_hour === null ? "no limit" : `${task.max_runs_per_hour} at most`],
							["Budget", task.budget_euros === null ? "no limit" : moneyText(task.budget_euros)],
							["Approval", task.requires_approval ? `needed; ${task.approval_approver_ids.map(nameOf).join(", ") || "an admin"} may decide` : "not needed"],
							["Sub-task of", task.parent_task_id ? a("a", {
								href: href([
									ws,
									"tasks",
									task.parent_task_id
								]),
								children: "the parent"
							}, "parent") : null],
							["Created", a(Time, { at: task.created_at }, "created")],
							["Done", task.done_at ? a(Time, { at: task.done_at }, "done") : null],
							["Id", a(Id, { id: task.id }, "id")]
						] })
					}), a(Panel, {
						title: "Who sees it",
						children: a(Audience, {
							ws,
							id: task.id
						})
					})]
				})]
			}),
			isEditing ? a(EditTask, {
				task,
				onClose: () => setEditing(false)
			}) : null
		]
	});
}
function Holds({ task }) {
	const approval = useService("getApproval", task.approval_id ? { path: { approval_id: task.approval_id } } : null, ["approvals", "*"]);
	if (approval.data?.status === "pending" && approval.data) return a(Panel, {
		title: "It waits for an approval",
		class: "attention",
		children: a("div", {
			class: "row between wrap",
			children: [a("p", { children: "It can be done only when somebody approves." }), a(DecideButtons, { approval: approval.data })]
		})
	});
	if (approval.data?.status === "rejected" && task.status !== "done") return a("div", {
		class: "notice amber",
		children: a("span", {
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
	return a(Select, {
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
	return a(Panel, {
		title: `Runs${read.data ? ` (${read.data.data.length})` : ""}`,
		flush: true,
		children: a(Loaded, {
			read,
			children: ({ data }) => data.length === 0 ? a(Empty, {
				title: "No runs yet",
				children: a("p", { children: "Assign it to an agent and move it to in progress, or run it here." })
			}) : a("ul", {
				class: "feed",
				children: data.slice(0, 30).map((run) => a("li", { children: [a(Time, { at: run.created_at }), a("a", {
					class: "row plain-link",
					href: href([
						ws,
						"runs",
						run.id
					]),
					children: [
						a(Status, { value: run.status }),
						a(Avatar, {
							name: run.agent_name,
							agent: true
						}),
						a("span", {
							class: "cut grow",
							children: run.summary ?? run.error?.message ?? run.agent_name
						}),
						a("span", {
							class: "number",
							children: moneyText(run.cost_euros)
						}),
						a("span", {
							class: "number muted",
							children: durationText(run.duration_seconds * 1e3)
						})
					]
				})] }, run.id))
			})
		})
	});
}
export { TaskScreen as default };
