import { G as service, I as a, N as workspaceId, U as make, Y as href, _ as Tabs, at as d, f as Page, g as Select, it as T, m as Problem, n as Button, nt as A, p as Panel, s as Field } from "./parts.js";
import { AsCode } from "./code-view.js";
import { r as actor } from "./acts.js";
import { n as readEvents } from "./follow-stream.js";
import { s as useService } from "./app.js";
import { t as KeySelect } from "./key-select.js";
// mock/console/screens/try.tsx
function Try({ path }) {
	const ws = path[0];
	const what = path[2] ?? "chat";
	A(() => {
		document.title = "Try · Agent Work mock";
	}, []);
	return a(Page, {
		title: "Try",
		note: "Made as a key, and charged like any other call.",
		children: [a(Tabs, {
			label: "What to try",
			current: what,
			tabs: [
				{
					id: "chat",
					text: "Chat completion",
					href: href([
						ws,
						"try",
						"chat"
					])
				},
				{
					id: "agent",
					text: "Agent completion",
					href: href([
						ws,
						"try",
						"agent"
					])
				},
				{
					id: "search",
					text: "Knowledge search",
					href: href([
						ws,
						"try",
						"search"
					])
				}
			]
		}), what === "search" ? a(Search, {}) : what === "agent" ? a(AgentCompletion, {}) : a(ChatCompletion, {})]
	});
}
function useAnswer(textOf) {
	const [text, setText] = d("");
	const [error, setError] = d();
	const [made, setMade] = d();
	const [isBusy, setBusy] = d(false);
	const current = T(void 0);
	const send = async (call) => {
		current.current?.abort();
		const abort = new AbortController();
		current.current = abort;
		setText("");
		setError(void 0);
		setMade(call);
		setBusy(true);
		try {
			const reply = await make(call, abort.signal);
			if (reply.headers.get("content-type")?.includes("event-stream") && reply.body) await readEvents(reply.body, ({ data }) => {
				if (data !== "[DONE]") setText((known) => known + textOf(JSON.parse(data)));
			});
			else setText(textOf(await reply.json()));
		} catch (error) {
			if (!abort.signal.aborted) setError(error);
		} finally {
			setBusy(false);
		}
	};
	A(() => () => current.current?.abort(), []);
	return {
		text,
		error,
		made,
		isBusy,
		send,
		stop: () => current.current?.abort()
	};
}
const directives = [
	"mock: say Good morning.",
	"mock: length 60",
	"mock: error 3",
	"mock: script say One.; say Two."
];
function Answer({ answer }) {
	const { text, error, made, isBusy, stop } = answer;
	return a("div", {
		class: "stack loose",
		children: [a(Panel, {
			title: "Answer",
			actions: isBusy ? a(Button, {
				small: true,
				onClick: stop,
				children: "Stop"
			}) : null,
			children: [error ? a(Problem, { error }) : null, text ? a("p", {
				class: `prewrap answer-text ${isBusy ? "is-writing" : ""}`,
				children: text
			}) : error ? null : a("p", {
				class: "muted",
				children: isBusy ? "Waiting…" : "It appears here as it comes."
			})]
		}), made ? a(Panel, {
			title: "The call",
			children: a(AsCode, { call: made })
		}) : null]
	});
}
function ChatCompletion() {
	const models = useService("listModels", {}, []);
	const [model, setModel] = d("");
	const [message, setMessage] = d("What should I check before a payment run?");
	const [key, setKey] = d(actor());
	const [stream, setStream] = d(true);
	const answer = useAnswer((event) => {
		const [choice] = event.choices ?? [];
		return choice?.delta?.content ?? choice?.message?.content ?? "";
	});
	const chosen = model || models.data?.data[0]?.id || "";
	return a("div", {
		class: "columns even",
		children: [a(Panel, {
			title: "Ask a model",
			children: a("form", {
				class: "stack loose",
				onSubmit: (event) => {
					event.preventDefault();
					answer.send(service("createChatCompletion", { body: {
						model: chosen,
						stream,
						messages: [{
							role: "user",
							content: message
						}]
					} }, `${workspaceId.value}/${key}`));
				},
				children: [
					a(Field, {
						label: "Model",
						children: a(Select, {
							value: chosen,
							onChange: setModel,
							options: (models.data?.data ?? []).map(({ id }) => id)
						})
					}),
					a(Field, {
						label: "Message",
						children: a("textarea", {
							class: "textarea",
							rows: 5,
							value: message,
							onInput: (event) => setMessage(event.currentTarget.value)
						})
					}),
					a("div", {
						class: "row wrap",
						role: "group",
						"aria-label": "Directives to the mock",
						children: directives.map((one) => a(Button, {
							small: true,
							onClick: () => setMessage(`${message.replace(/\nmock:.*$/s, "")}\n${one}`),
							children: one
						}, one))
					}),
					a("label", {
						class: "check",
						children: [
							a("input", {
								type: "checkbox",
								checked: stream,
								onChange: (event) => setStream(event.currentTarget.checked)
							}),
							" ",
							"As a stream"
						]
					}),
					a(SendAs, {
						value: key,
						onChange: setKey,
						scope: "chat:write"
					})
				]
			})
		}), a(Answer, { answer })]
	});
}
function AgentCompletion() {
	const agents = useService("listAgents", { query: { limit: 100 } }, ["agents"]);
	const [agent, setAgent] = d("");
	const [message, setMessage] = d("What is open for Contoso?");
	const [key, setKey] = d(actor());
	const answer = useAnswer((event) => {
		const { type, delta, text, parts } = event;
		if (type === "text-delta") return delta ?? "";
		return type === void 0 ? text ?? parts?.map((part) => part.text ?? "").join("") ?? JSON.stringify(event, null, 2) : "";
	});
	const chosen = agent || agents.data?.data[0]?.id || "";
	return a("div", {
		class: "columns even",
		children: [a(Panel, {
			title: "Ask an agent",
			children: a("form", {
				class: "stack loose",
				onSubmit: (event) => {
					event.preventDefault();
					answer.send(service("createAgentCompletion", { body: {
						agentId: chosen,
						stream: true,
						messages: [{
							role: "user",
							parts: [{
								type: "text",
								text: message
							}]
						}]
					} }, `${workspaceId.value}/${key}`));
				},
				children: [
					a(Field, {
						label: "Agent",
						children: a(Select, {
							value: chosen,
							onChange: setAgent,
							options: (agents.data?.data ?? []).map(({ id, name }) => [id, name])
						})
					}),
					a(Field, {
						label: "Message",
						children: a("textarea", {
							class: "textarea",
							rows: 5,
							value: message,
							onInput: (event) => setMessage(event.currentTarget.value)
						})
					}),
					a(SendAs, {
						value: key,
						onChange: setKey,
						scope: "agents:run"
					})
				]
			})
		}), a(Answer, { answer })]
	});
}
function SendAs({ value, onChange, scope }) {
	return a("div", {
		class: "row wrap",
		children: [
			a(Button, {
				type: "submit",
				kind: "primary",
				icon: "send",
				children: "Send"
			}),
			a("span", {
				class: "muted",
				children: "as"
			}),
			a("span", {
				class: "key-select",
				children: a(KeySelect, {
					value,
					onChange,
					label: "Send as",
					scope
				})
			})
		]
	});
}
function Search() {
	const folders = useService("listKnowledgeFolders", {}, []);
	const [query, setQuery] = d("early payment discount");
	const [base, setBase] = d("");
	const [hybrid, setHybrid] = d(true);
	const [key, setKey] = d(actor());
	const [found, setFound] = d();
	const [error, setError] = d();
	const [made, setMade] = d();
	const nameOf = new Map((folders.data?.data ?? []).map(({ id, name }) => [id, name]));
	const search = async () => {
		const call = service("searchKnowledge", { body: {
			query,
			topK: 8,
			hybrid,
			...base ? { knowledgeBaseIds: [base] } : {}
		} }, `${workspaceId.value}/${key}`);
		setMade(call);
		setError(void 0);
		try {
			const { data } = await (await make(call)).json();
			setFound(data);
		} catch (error) {
			setError(error);
		}
	};
	return a("div", {
		class: "columns even",
		children: [a(Panel, {
			title: "Search what the company knows",
			children: a("form", {
				class: "stack loose",
				onSubmit: (event) => {
					event.preventDefault();
					search();
				},
				children: [
					a(Field, {
						label: "Query",
						children: a("input", {
							class: "input",
							value: query,
							onInput: (event) => setQuery(event.currentTarget.value)
						})
					}),
					a(Field, {
						label: "Where",
						children: a(Select, {
							value: base,
							onChange: setBase,
							options: [["", "Everywhere that the key may"], ...(folders.data?.data ?? []).map(({ id, name }) => [id, name])]
						})
					}),
					a("label", {
						class: "check",
						children: [
							a("input", {
								type: "checkbox",
								checked: hybrid,
								onChange: (event) => setHybrid(event.currentTarget.checked)
							}),
							" ",
							"By words and by likeness together"
						]
					}),
					a(SendAs, {
						value: key,
						onChange: setKey,
						scope: "knowledge:read"
					})
				]
			})
		}), a("div", {
			class: "stack loose",
			children: [a(Panel, {
				title: found ? `${found.length} passages` : "Passages",
				flush: true,
				children: [error ? a("div", {
					class: "body",
					children: a(Problem, { error })
				}) : null, a("ul", {
					class: "cards",
					children: [(found ?? []).map(({ id, documentTitle, text, score, knowledgeBaseId }) => a("li", { children: [a("div", {
						class: "row",
						children: [
							a("span", {
								class: "strong grow",
								children: documentTitle
							}),
							a("span", {
								class: "muted small",
								children: nameOf.get(knowledgeBaseId)
							}),
							a("span", {
								class: "tag number",
								children: score.toFixed(2)
							})
						]
					}), a("p", {
						class: "soft",
						children: text
					})] }, id)), found ? null : a("li", {
						class: "muted",
						children: "What fits best comes first, with its score."
					})]
				})]
			}), made ? a(Panel, {
				title: "The call",
				children: a(AsCode, { call: made })
			}) : null]
		})]
	});
}
export { Try as default };
