import { F as Icon, G as service, I as a, J as go, N as workspaceId, X as hrefHere, Y as href, Z as place, at as d, d as Menu, f as Page, g as Select, h as Segments, i as Dialog, it as T, l as Item, m as Problem, n as Button, nt as A, s as Field, st as $ } from "./parts.js";
import { n as Avatar, o as Status } from "./values.js";
import { i as attempt, n as actService, r as actor } from "./acts.js";
import { f as onKey, o as useControl, s as useService } from "./app.js";
import { t as KeySelect } from "./key-select.js";
// mock/console/screens/parts/task-fields.tsx
function TaskTexts(texts) {
	return a($, { children: [a(Field, {
		label: "Title",
		children: a("input", {
			class: "input",
			required: true,
			value: texts.title,
			onInput: (event) => texts.setTitle(event.currentTarget.value)
		})
	}), a(Field, {
		label: "Description",
		children: a("textarea", {
			class: "textarea",
			rows: 4,
			value: texts.description,
			onInput: (event) => texts.setDescription(event.currentTarget.value)
		})
	})] });
}
function PriorityField({ priority, setPriority }) {
	return a(Field, {
		label: "Priority",
		children: a(Select, {
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
	});
}
// mock/console/screens/board.tsx
const columns = [
	"backlog",
	"todo",
	"in_progress",
	"in_review",
	"done",
	"cancelled"
];
const columnName = (status) => status === "todo" ? "To do" : status[0].toUpperCase() + status.slice(1).replace("_", " ");
const names = [
	"tasks",
	"runs",
	"approvals",
	"control",
	"*"
];
function Board({ path }) {
	const ws = path[0];
	const workspace = useControl("readWorkspace", { path: { workspace_id: ws } }, ["boards", "*"]);
	const boards = Object.entries(workspace.data?.roles.boards ?? {});
	const board = path[2] ?? boards[0]?.[1];
	const { query } = place.value;
	const by = query.get("by") ?? actor();
	const phoneColumn = query.get("column") ?? "todo";
	const [isCreating, setCreating] = d(false);
	A(() => {
		document.title = "Board · Agent Work mock";
	}, []);
	const as = query.get("as");
	return a(Page, {
		title: "Board",
		note: as ? `Tasks of the owner of the key ${as}.` : "Everybody’s tasks. A key lists its owner’s own: look as one to see them.",
		actions: a($, { children: [
			a("span", {
				class: "muted",
				children: "Move as"
			}),
			a("span", {
				class: "key-select",
				children: a(KeySelect, {
					value: by,
					onChange: (key) => go(hrefHere({ by: key }), true),
					label: "Move as",
					scope: "tasks:write"
				})
			}),
			a(Button, {
				kind: "primary",
				icon: "plus",
				onClick: () => setCreating(true),
				children: "New task"
			})
		] }),
		children: [
			boards.length > 1 ? a(Segments, {
				label: "Boards",
				current: board ?? "",
				options: boards.map(([handle, id]) => ({
					id,
					text: handle.replace(/^board-/, "").toUpperCase(),
					href: href([
						ws,
						"board",
						id
					], { by: query.get("by") })
				}))
			}) : null,
			a("div", {
				class: "phone-columns",
				children: a(Segments, {
					label: "Columns",
					current: phoneColumn,
					options: columns.map((id) => ({
						id,
						text: columnName(id),
						href: hrefHere({ column: id })
					}))
				})
			}),
			workspace.data ? a("div", {
				class: "board",
				children: columns.map((status) => a(Column, {
					status,
					board,
					ws,
					by,
					isOnPhone: status === phoneColumn
				}, status))
			}) : null,
			isCreating ? a(NewTask, {
				board,
				by,
				onClose: () => setCreating(false)
			}) : null
		]
	});
}
let dragged;
function move(task, status, by, position) {
	return actService("setTaskStatus", {
		path: { task_id: task.id },
		body: {
			status,
			...position === void 0 ? {} : { position }
		}
	}, {
		said: `Moved ${task.reference} to ${columnName(status)}`,
		as: by
	});
}
function Column({ status, board, ws, by, isOnPhone }) {
	const read = useService("listTasks", { query: {
		status,
		limit: 100,
		...board ? { board_id: board } : {}
	} }, names);
	const list = T(null);
	const [at, setAt] = d();
	const tasks = [...read.data?.data ?? []].sort((a, b) => a.position - b.position);
	const total = read.data?.total ?? 0;
	const indexFor = (y) => {
		const cards = [...list.current?.querySelectorAll(".card") ?? []];
		const index = cards.findIndex((card) => {
			const { top, height } = card.getBoundingClientRect();
			return y < top + height / 2;
		});
		return index < 0 ? cards.length : index;
	};
	const drop = (index) => {
		const task = dragged;
		dragged = void 0;
		setAt(void 0);
		if (!task) return;
		const others = tasks.filter(({ id }) => id !== task.id);
		const own = tasks.findIndex(({ id }) => id === task.id);
		const place = own >= 0 && own < index ? index - 1 : index;
		const before = others[place - 1]?.position;
		const after = others[place]?.position;
		const position = before === void 0 ? after === void 0 ? 1 : after - 1 : after === void 0 ? before + 1 : (before + after) / 2;
		if (own >= 0 && place === own) return;
		move(task, status, by, position);
	};
	return a("section", {
		class: `column ${isOnPhone ? "is-on-phone" : ""}`,
		"aria-label": columnName(status),
		onDragOver: (event) => {
			if (!dragged) return;
			event.preventDefault();
			setAt(indexFor(event.clientY));
		},
		onDragLeave: (event) => {
			if (!event.currentTarget.contains(event.relatedTarget)) setAt(void 0);
		},
		onDrop: (event) => {
			event.preventDefault();
			drop(indexFor(event.clientY));
		},
		children: [
			a("h2", { children: [
				columnName(status),
				" ",
				a("span", {
					class: "muted",
					children: total
				})
			] }),
			a("ul", {
				ref: list,
				class: "column-list",
				children: [
					tasks.map((task, index) => a(Card, {
						task,
						ws,
						by,
						isDropPlace: at === index
					}, task.id)),
					at === tasks.length ? a("li", {
						class: "drop-line",
						"aria-hidden": "true"
					}) : null,
					read.data && tasks.length === 0 && at === void 0 ? a("li", {
						class: "muted small column-empty",
						children: "No tasks"
					}) : null,
					total > tasks.length ? a("li", {
						class: "muted small column-empty",
						children: [
							"and ",
							total - tasks.length,
							" more"
						]
					}) : null
				]
			}),
			read.error && !read.data ? a(Problem, { error: read.error }) : null
		]
	});
}
const marks = {
	urgent: "!!!",
	high: "!!",
	medium: "!",
	low: "",
	none: ""
};
function Card({ task, ws, by, isDropPlace }) {
	const people = useControl("listPeople", { path: { workspace_id: ws } }, ["people"]);
	const agents = useService("listAgents", { query: { limit: 100 } }, ["agents"]);
	const [isDragging, setDragging] = d(false);
	const isAgent = task.assignee_type === "agent";
	const assignee = ((isAgent ? agents.data?.data : people.data?.data) ?? []).find(({ id }) => id === task.assignee_id);
	const menu = T(null);
	return a($, { children: [isDropPlace ? a("li", {
		class: "drop-line",
		"aria-hidden": "true"
	}) : null, a("li", {
		class: `card ${isDragging ? "is-dragged" : ""}`,
		draggable: true,
		onDragStart: (event) => {
			dragged = task;
			setDragging(true);
			event.dataTransfer?.setData("text/plain", task.reference);
		},
		onDragEnd: () => {
			dragged = void 0;
			setDragging(false);
		},
		onFocusIn: () => onKey("m", () => menu.current?.querySelector("button")?.click()),
		children: [
			a("div", {
				class: "row",
				children: [
					a("span", {
						class: "muted small mono",
						children: task.reference
					}),
					marks[task.priority] ? a("span", {
						class: `priority ${task.priority}`,
						title: `${task.priority} priority`,
						children: [marks[task.priority], a("span", {
							class: "only-read",
							children: [task.priority, " priority"]
						})]
					}) : null,
					a("span", { class: "grow" }),
					a("span", {
						ref: menu,
						children: a(Menu, {
							button: a(Icon, { name: "more" }),
							label: `Move ${task.reference}`,
							class: "quiet small icon",
							align: "end",
							children: (close) => a($, { children: [a("h3", { children: "Move to" }), columns.filter((status) => status !== task.status).map((status) => a(Item, {
								onClick: () => {
									close();
									move(task, status, by);
								},
								children: columnName(status)
							}, status))] })
						})
					})
				]
			}),
			a("a", {
				class: "card-title",
				href: href([
					ws,
					"tasks",
					task.id
				]),
				children: task.title
			}),
			a("div", {
				class: "row wrap card-foot",
				children: [
					assignee ? a("span", {
						class: "row small soft",
						children: [
							a(Avatar, {
								name: assignee.name,
								agent: isAgent
							}),
							" ",
							a("span", {
								class: "cut",
								children: assignee.name
							})
						]
					}) : null,
					task.last_run_status ? a(Status, {
						value: task.last_run_status,
						children: ["run ", task.last_run_status]
					}) : null,
					task.requires_approval ? a("span", {
						class: "tag amber",
						children: "approval"
					}) : null,
					task.budget_euros !== null ? a("span", {
						class: "tag",
						children: [
							"€",
							task.budget_euros,
							" budget"
						]
					}) : null
				]
			})
		]
	})] });
}
function NewTask({ board, by, onClose }) {
	const [title, setTitle] = d("");
	const [description, setDescription] = d("");
	const [priority, setPriority] = d("none");
	const [status, setStatus] = d("backlog");
	const [error, setError] = d();
	const body = {
		title,
		priority,
		status,
		...description ? { description } : {},
		...board ? { board_id: board } : {}
	};
	const create = async () => {
		try {
			const call = service("createTask", { body }, `${workspaceId.value}/${by}`);
			await attempt(call, {
				said: (task) => `Created ${task.reference}`,
				link: (task) => ({
					href: href([
						workspaceId.value,
						"tasks",
						task.id
					]),
					text: "Open"
				})
			});
			onClose();
		} catch (error) {
			setError(error);
		}
	};
	return a(Dialog, {
		title: "New task",
		onClose,
		onSubmit: () => void create(),
		footer: a($, { children: [a(Button, {
			type: "submit",
			kind: "primary",
			children: "Create"
		}), a("span", {
			class: "muted small",
			children: [
				"as ",
				by,
				", who owns it then"
			]
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
				children: [a(PriorityField, {
					priority,
					setPriority
				}), a(Field, {
					label: "Column",
					children: a(Select, {
						value: status,
						onChange: setStatus,
						options: columns.map((one) => [one, columnName(one)])
					})
				})]
			}),
			error ? a(Problem, { error }) : null
		]
	});
}
export { columnName, columns, Board as default, move, TaskTexts as n, PriorityField as t };
