import { E as now, I as a, J as go, X as hrefHere, Y as href, Z as place, _ as Tabs, a as Empty, at as d, c as Figure, f as Page, m as Problem, n as Button, nt as A, o as Facts, p as Panel, r as Code, st as $, u as Loaded, w as followChat } from "./parts.js";
import { t as Json } from "./json.js";
import { a as Id, d as moneyText, n as Avatar, o as Status, r as Compact, s as Time, t as Ago, u as durationText } from "./values.js";
import { n as actService } from "./acts.js";
import { o as useControl, s as useService } from "./app.js";
import { n as History } from "./exchange.js";
import { t as AnswerForm } from "./answer.js";
import { t as Audience } from "./audience.js";
import { t as DecideButtons } from "./decide.js";
// mock/console/screens/parts/chat.tsx
function Chat({ events, isWorking }) {
	const lines = linesOf(events);
	if (lines.length === 0) return a(Empty, { title: "Nothing was said yet" });
	return a("ol", {
		class: "chat",
		children: [lines.map((line) => a("li", {
			class: `chat-${line.kind} ${line.role ?? ""}`,
			children: a(ChatLine, { line })
		}, line.id)), isWorking ? a("li", {
			class: "chat-status muted",
			children: [a("span", {
				class: "dot-working",
				"aria-hidden": "true"
			}), " at work"]
		}) : null]
	});
}
function ChatLine({ line }) {
	const { kind, text, at, status, detail } = line;
	if (kind === "status") return a($, { children: [
		a(Status, { value: status ?? "" }),
		" ",
		a("span", {
			class: "soft grow",
			children: text
		}),
		" ",
		a(Time, { at })
	] });
	if (kind === "tool") return a("details", { children: [a("summary", { children: [
		a("span", {
			class: "mono",
			children: text
		}),
		" ",
		a("span", {
			class: "muted",
			children: status
		}),
		" ",
		a(Time, { at })
	] }), a(Json, { value: detail })] });
	return a($, { children: [a("div", {
		class: "row between small muted",
		children: [a("span", { children: {
			message: line.role === "user" ? "asked" : line.role === "system" ? "system" : "agent",
			question: "asks",
			answer: "answered",
			approval: "approval"
		}[kind] }), a(Time, { at })]
	}), a("p", {
		class: `prewrap ${line.isWriting ? "is-writing" : ""}`,
		children: text
	})] });
}
function linesOf(events) {
	const lines = new Map();
	const put = (line) => lines.set(line.id, line);
	for (const event of events) {
		const { at, sequence } = event;
		const id = String(sequence);
		switch (event.type) {
			case "message.delta": {
				const known = lines.get(event.message_id);
				if (known) known.text += event.delta;
				else put({
					id: event.message_id,
					at,
					kind: "message",
					role: "assistant",
					text: event.delta,
					isWriting: true
				});
				break;
			}
			case "message.completed":
				put({
					id: event.message.id,
					at,
					kind: "message",
					role: event.message.role,
					text: event.message.text
				});
				break;
			case "tool.called":
				if (event.name !== "ask_user") put({
					id: event.tool_call_id,
					at,
					kind: "tool",
					text: event.name,
					status: "called…",
					detail: { arguments: event.arguments }
				});
				break;
			case "tool.returned": {
				const known = lines.get(event.tool_call_id);
				if (known) Object.assign(known, {
					status: "returned",
					detail: {
						...known.detail,
						result: event.result
					}
				});
				break;
			}
			case "question.asked":
				put({
					id,
					at,
					kind: "question",
					text: event.question.prompt
				});
				break;
			case "question.answered":
				put({
					id,
					at,
					kind: "answer",
					role: "user",
					text: answerText(event.response)
				});
				break;
			case "approval.requested":
				put({
					id,
					at,
					kind: "approval",
					text: `Waits for an approval: ${event.title}`
				});
				break;
			case "approval.decided":
				put({
					id,
					at,
					kind: "approval",
					text: `${event.status}${event.comment ? `: ${event.comment}` : ""}`
				});
				break;
			case "run.status":
				put({
					id,
					at,
					kind: "status",
					status: event.status,
					text: event.error?.message ?? event.summary ?? ""
				});
				break;
			case "step.status":
				put({
					id,
					at,
					kind: "status",
					status: event.status,
					text: event.name
				});
				break;
			case "run.progress": break;
			case "workflow_run.status": put({
				id,
				at,
				kind: "status",
				status: event.status,
				text: "the workflow run"
			});
		}
	}
	return [...lines.values()];
}
function answerText(response) {
	if (response.answer) return response.answer;
	if (response.values) return Object.entries(response.values).map(([name, value]) => `${name}: ${value}`).join("\n");
	return (response.decisions ?? []).map((one) => JSON.stringify(one)).join("\n");
}
// mock/console/screens/parts/timeline.tsx
function Timeline({ events, run }) {
	const spans = spansOf(events);
	const start = Date.parse(run.created_at);
	const end = Math.max(start + 1, run.finished_at ? Date.parse(run.finished_at) : now.value);
	const percent = (at) => `${Math.max(0, Math.min(100, (at - start) / (end - start) * 100))}%`;
	return a("div", {
		class: "timeline",
		children: [a("div", {
			class: "row between muted small",
			children: [
				a(Time, { at: start }),
				a("span", { children: [durationText(end - start), " in all"] }),
				a(Time, { at: end })
			]
		}), a("table", {
			class: "table plain timeline-table",
			children: [a("thead", {
				class: "only-read",
				children: a("tr", { children: [
					a("th", {
						scope: "col",
						children: "What"
					}),
					a("th", {
						scope: "col",
						children: "When"
					}),
					a("th", {
						scope: "col",
						children: "How long"
					})
				] })
			}), a("tbody", { children: spans.map(({ name, kind, from, to }) => a("tr", { children: [
				a("th", {
					scope: "row",
					class: "cut",
					title: name,
					children: name
				}),
				a("td", {
					class: "track-cell",
					children: [a("span", {
						class: "only-read",
						children: a(Time, { at: from })
					}), a("span", {
						class: "track",
						children: a("span", {
							class: `span ${kind}`,
							style: {
								left: percent(from),
								width: `max(3px, calc(${percent(to ?? end)} - ${percent(from)}))`
							}
						})
					})]
				}),
				a("td", {
					class: "number right",
					children: durationText((to ?? end) - from)
				})
			] }, `${from}${name}${kind}`)) })]
		})]
	});
}
function spansOf(events) {
	const spans = [];
	const tools = new Map();
	let state;
	const begin = (name, kind, at) => {
		if (state) state.to = at;
		state = {
			name,
			kind,
			from: at,
			to: null
		};
		spans.push(state);
	};
	for (const event of events) {
		const at = Date.parse(event.at);
		if (event.type === "run.status") {
			if (event.status === "running") begin("works", "work", at);
			else if (event.status === "paused") begin("paused", "wait", at);
			else if (state) state.to = at;
		} else if (event.type === "question.asked" || event.type === "approval.requested") begin(event.type === "question.asked" ? `asks: ${event.question.prompt}` : `approval: ${event.title}`, "wait", at);
		else if (event.type === "tool.called" && event.name !== "ask_user") {
			const span = {
				name: event.name,
				kind: "tool",
				from: at,
				to: null
			};
			tools.set(event.tool_call_id, span);
			spans.push(span);
		} else if (event.type === "tool.returned") {
			const span = tools.get(event.tool_call_id);
			if (span) span.to = at;
		} else if (event.type === "message.completed" && event.message.role === "assistant") spans.push({
			name: `says: ${event.message.text}`,
			kind: "say",
			from: at,
			to: at
		});
	}
	return spans.filter(({ name, from, to }) => !(name === "paused" && to === from));
}
// mock/console/screens/run.tsx
function RunScreen({ ws, id }) {
	const read = useService("getRun", { path: { run_id: id } }, [
		"runs",
		"running",
		"control",
		"*"
	]);
	A(() => {
		document.title = `${read.data?.agent_name ?? "Run"} · Agent Work mock`;
	}, [read.data?.agent_name]);
	if (!read.data) return a(Page, {
		title: "Run",
		note: a(Id, {
			id,
			whole: true
		}),
		children: [read.error ? a(Problem, { error: read.error }) : null, read.error ? a(Panel, {
			title: "Who sees it",
			children: a(Audience, {
				ws,
				id
			})
		}) : null]
	});
	return a(RunPage, {
		ws,
		run: read.data
	});
}
function useChat(id) {
	const [events, setEvents] = d([]);
	A(() => {
		setEvents([]);
		if (id === null) return;
		return followChat(id, ({ events: more }) => setEvents((known) => {
			const from = more[0]?.sequence ?? 1;
			return [...known.filter(({ sequence }) => sequence < from), ...more];
		}));
	}, [id]);
	return events;
}
const tabs = [
	"chat",
	"timeline",
	"events",
	"audience"
];
function RunPage({ ws, run }) {
	const events = useChat(run.chat_id);
	const tab = place.value.query.get("tab") ?? "chat";
	const task = String(run.input?.task ?? "");
	return a(Page, {
		title: a("span", {
			class: "row wrap",
			children: [
				a(Avatar, {
					name: run.agent_name,
					agent: true
				}),
				" ",
				run.agent_name,
				" ",
				a(Status, { value: run.status })
			]
		}),
		note: a("span", {
			class: "row wrap",
			children: [
				a(Id, { id: run.id }),
				" started ",
				a(Ago, { at: run.created_at })
			]
		}),
		actions: a(RunActions, {
			run,
			ws
		}),
		children: [
			a("dl", {
				class: "figures",
				children: [
					a(Figure, {
						label: "Cost",
						note: run.status === "running" ? "and growing" : run.finished_at ? "final" : "so far",
						children: moneyText(run.cost_euros)
					}),
					a(Figure, {
						label: "Tokens",
						note: `${run.tokens.input.toLocaleString("en")} in, ${run.tokens.output.toLocaleString("en")} out`,
						children: a(Compact, { value: run.tokens.total })
					}),
					a(Figure, {
						label: "Worked",
						note: run.finished_at ? "in all" : "so far",
						children: durationText(run.duration_seconds * 1e3)
					}),
					a(Figure, {
						label: "Started by",
						note: run.triggered_by ?? " ",
						children: a(Person, {
							ws,
							id: run.started_by
						})
					})
				]
			}),
			a(WaitsFor, { run }),
			a("div", {
				class: "columns",
				children: [a(Panel, {
					flush: true,
					label: "What it does",
					children: [a(Tabs, {
						label: "About the run",
						current: tab,
						tabs: tabs.map((id) => ({
							id,
							text: {
								chat: "Chat",
								timeline: "Timeline",
								events: `Events (${events.length})`,
								audience: "Who sees it"
							}[id],
							href: hrefHere({ tab: id === "chat" ? null : id })
						}))
					}), a("div", {
						class: "body",
						children: [
							tab === "chat" ? a(Chat, {
								events,
								isWorking: run.status === "running"
							}) : null,
							tab === "timeline" ? a(Timeline, {
								events,
								run
							}) : null,
							tab === "events" ? a(Events, { events }) : null,
							tab === "audience" ? a(Audience, {
								ws,
								id: run.id
							}) : null
						]
					})]
				}), a("div", {
					class: "stack loose",
					children: [a(Panel, {
						title: "The run",
						children: a(Facts, { rows: [
							["Task", a("span", {
								class: "prewrap",
								children: task || "–"
							}, "task")],
							["Script", run.input?.mock_script ? a("code", { children: String(run.input.mock_script) }, "script") : null],
							["Agent", a("a", {
								href: href([
									ws,
									"agents",
									run.agent_id
								]),
								children: run.agent_name
							}, "agent")],
							["Board task", run.task_id ? a("a", {
								href: href([
									ws,
									"tasks",
									run.task_id
								]),
								children: "Open the task"
							}, "task") : null],
							["Workflow run", run.workflow_run_id ? a("a", {
								href: href(["go", run.workflow_run_id]),
								children: "Open the workflow run"
							}, "wf") : null],
							["Retry of", run.retry_of ? a("a", {
								href: href([
									ws,
									"runs",
									run.retry_of
								]),
								children: "the run before"
							}, "retry") : null],
							["Summary", run.summary],
							["Error", run.error ? a("span", {
								class: "note-red",
								children: run.error.message
							}, "error") : null],
							["Chat", a(Id, { id: run.chat_id }, "chat")],
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
function Person({ ws, id }) {
	const people = useControl("listPeople", { path: { workspace_id: ws } }, ["people"]);
	return a($, { children: people.data?.data.find((person) => person.id === id)?.name ?? "–" });
}
function RunActions({ run, ws }) {
	const path = { run_id: run.id };
	const { status } = run;
	const waits = run.question !== null || run.approval_id !== null;
	const retry = async () => {
		const started = await actService("retryRun", { path }, { said: "The run has started anew" });
		if (started) go(href([
			ws,
			"runs",
			started.run_id
		]));
	};
	return a($, { children: [
		status === "running" ? a(Button, {
			onClick: () => void actService("pauseRun", { path }, { said: "Paused" }),
			children: "Pause"
		}) : null,
		status === "paused" && !waits ? a(Button, {
			kind: "primary",
			onClick: () => void actService("resumeRun", { path }, { said: "Resumed" }),
			children: "Resume"
		}) : null,
		status === "running" ? a(Button, {
			onClick: () => void actService("cancelRun", { path }, { said: "Cancelled" }),
			children: "Cancel"
		}) : null,
		status === "running" || status === "paused" ? a(Button, {
			kind: "danger",
			onClick: () => void actService("stopRun", { path: {
				...path,
				agent_id: run.agent_id
			} }, { said: "Stopped for good" }),
			children: "Stop"
		}) : null,
		status === "failed" || status === "cancelled" ? a(Button, {
			kind: "primary",
			onClick: () => void retry(),
			children: "Retry"
		}) : null
	] });
}
function WaitsFor({ run }) {
	const approval = useService("getApproval", run.approval_id ? { path: { approval_id: run.approval_id } } : null, ["approvals"]);
	if (run.question) return a(Panel, {
		title: "It asks",
		class: "attention",
		children: a(AnswerForm, {
			runId: run.id,
			agentId: run.agent_id,
			question: run.question
		}, run.question.id)
	});
	if (approval.data?.status === "pending") return a(Panel, {
		title: "It waits for an approval",
		class: "attention",
		children: a("div", {
			class: "row between wrap",
			children: [a("p", { children: approval.data.title }), a(DecideButtons, { approval: approval.data })]
		})
	});
	return null;
}
function Events({ events }) {
	if (events.length === 0) return a(Empty, { title: "No events yet" });
	return a("ol", {
		class: "events",
		children: events.map((event) => a("li", { children: a("details", { children: [a("summary", { children: [
			a("span", {
				class: "muted number",
				children: event.sequence
			}),
			" ",
			a("span", {
				class: "mono",
				children: event.type
			}),
			" ",
			a(Time, {
				at: event.at,
				millis: true
			})
		] }), a(Json, { value: event })] }) }, event.sequence))
	});
}
function RunHistory({ ws, id }) {
	const read = useControl("readHistory", { path: {
		workspace_id: ws,
		resource_id: id
	} }, [
		"runs",
		"tasks",
		"approvals",
		"workflow_runs",
		"control",
		"*"
	]);
	return a($, { children: [a(Panel, {
		title: "History",
		children: a(Loaded, {
			read,
			children: ({ history }) => history.length > 0 ? a(History, {
				lines: history,
				workspace: ws
			}) : a("p", {
				class: "muted",
				children: "Nothing is known of it; only the last few thousand changes are kept."
			})
		})
	}), a(Panel, {
		title: "Calls that it takes now",
		children: a(Loaded, {
			read,
			children: ({ next }) => a("div", {
				class: "stack",
				children: next.map(({ what, curl }) => a("details", { children: [a("summary", { children: what }), a(Code, { text: curl })] }, curl))
			})
		})
	})] });
}
export { Chat as i, RunScreen as n, useChat as r, RunHistory as t };
