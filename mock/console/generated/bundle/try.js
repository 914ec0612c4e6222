import { I as workspaceId, J as service, K as make, Q as href, _ as Panel, at as A, b as Select, ct as d, d as Field, g as Page, i as useService, o as Button, st as T, v as Problem, x as Tabs, z as a } from "./reads.js";
import { a as AsCode } from "./app.js";
import { r as actor } from "./acts.js";
import { n as readEvents } from "./follow-stream.js";
import { t as KeySelect } from "./key-select.js";
// mock/console/screens/try.tsx
function Try({ path }) {
	const ws = path[0];
	const what = path[2] ?? "chat";
	A(() => {
		document.title = "Try · Agent Work mock";
	}, []);
	return /* @__PURE__ */ a(Page, {
		title: "Try",
		note: "Made as a key, and charged like any other call.",
		children: [/* @__PURE__ */ a(Tabs, {
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
		}), what === "search" ? /* @__PURE__ */ a(Search, {}) : what === "agent" ? /* @__PURE__ */ a(AgentCompletion, {}) : /* @__PURE__ */ a(ChatCompletion, {})]
	});
}
/** Makes a call and reads its stream as it comes. */
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
	return /* @__PURE__ */ a("div", {
		class: "stack loose",
		children: [/* @__PURE__ */ a(Panel, {
			title: "Answer",
			actions: isBusy ? /* @__PURE__ */ a(Button, {
				small: true,
				onClick: stop,
				children: "Stop"
			}) : null,
			children: [error ? /* @__PURE__ */ a(Problem, { error }) : null, text ? /* @__PURE__ */ a("p", {
				class: `prewrap answer-text ${isBusy ? "is-writing" : ""}`,
				children: text
			}) : error ? null : /* @__PURE__ */ a("p", {
				class: "muted",
				children: isBusy ? "Waiting…" : "It appears here as it comes."
			})]
		}), made ? /* @__PURE__ */ a(Panel, {
			title: "The call",
			children: /* @__PURE__ */ a(AsCode, { call: made })
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
	return /* @__PURE__ */ a("div", {
		class: "columns even",
		children: [/* @__PURE__ */ a(Panel, {
			title: "Ask a model",
			children: /* @__PURE__ */ a("form", {
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
					/* @__PURE__ */ a(Field, {
						label: "Model",
						children: /* @__PURE__ */ a(Select, {
							value: chosen,
							onChange: setModel,
							options: (models.data?.data ?? []).map(({ id }) => id)
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Message",
						children: /* @__PURE__ */ a("textarea", {
							class: "textarea",
							rows: 5,
							value: message,
							onInput: (event) => setMessage(event.currentTarget.value)
						})
					}),
					/* @__PURE__ */ a("div", {
						class: "row wrap",
						role: "group",
						"aria-label": "Directives to the mock",
						children: directives.map((one) => /* @__PURE__ */ a(Button, {
							small: true,
							onClick: () => setMessage(`${message.replace(/\nmock:.*$/s, "")}\n${one}`),
							children: one
						}, one))
					}),
					/* @__PURE__ */ a("label", {
						class: "check",
						children: [
							/* @__PURE__ */ a("input", {
								type: "checkbox",
								checked: stream,
								onChange: (event) => setStream(event.currentTarget.checked)
							}),
							" ",
							"As a stream"
						]
					}),
					/* @__PURE__ */ a(SendAs, {
						value: key,
						onChange: setKey,
						scope: "chat:write"
					})
				]
			})
		}), /* @__PURE__ */ a(Answer, { answer })]
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
	return /* @__PURE__ */ a("div", {
		class: "columns even",
		children: [/* @__PURE__ */ a(Panel, {
			title: "Ask an agent",
			children: /* @__PURE__ */ a("form", {
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
					/* @__PURE__ */ a(Field, {
						label: "Agent",
						children: /* @__PURE__ */ a(Select, {
							value: chosen,
							onChange: setAgent,
							options: (agents.data?.data ?? []).map(({ id, name }) => [id, name])
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Message",
						children: /* @__PURE__ */ a("textarea", {
							class: "textarea",
							rows: 5,
							value: message,
							onInput: (event) => setMessage(event.currentTarget.value)
						})
					}),
					/* @__PURE__ */ a(SendAs, {
						value: key,
						onChange: setKey,
						scope: "agents:run"
					})
				]
			})
		}), /* @__PURE__ */ a(Answer, { answer })]
	});
}
function SendAs({ value, onChange, scope }) {
	return /* @__PURE__ */ a("div", {
		class: "row wrap",
		children: [
			/* @__PURE__ */ a(Button, {
				type: "submit",
				kind: "primary",
				icon: "send",
				children: "Send"
			}),
			/* @__PURE__ */ a("span", {
				class: "muted",
				children: "as"
			}),
			/* @__PURE__ */ a("span", {
				class: "key-select",
				children: /* @__PURE__ */ a(KeySelect, {
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
	return /* @__PURE__ */ a("div", {
		class: "columns even",
		children: [/* @__PURE__ */ a(Panel, {
			title: "Search what the company knows",
			children: /* @__PURE__ */ a("form", {
				class: "stack loose",
				onSubmit: (event) => {
					event.preventDefault();
					search();
				},
				children: [
					/* @__PURE__ */ a(Field, {
						label: "Query",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							value: query,
							onInput: (event) => setQuery(event.currentTarget.value)
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Where",
						children: /* @__PURE__ */ a(Select, {
							value: base,
							onChange: setBase,
							options: [["", "Everywhere that the key may"], ...(folders.data?.data ?? []).map(({ id, name }) => [id, name])]
						})
					}),
					/* @__PURE__ */ a("label", {
						class: "check",
						children: [
							/* @__PURE__ */ a("input", {
								type: "checkbox",
								checked: hybrid,
								onChange: (event) => setHybrid(event.currentTarget.checked)
							}),
							" ",
							"By words and by likeness together"
						]
					}),
					/* @__PURE__ */ a(SendAs, {
						value: key,
						onChange: setKey,
						scope: "knowledge:read"
					})
				]
			})
		}), /* @__PURE__ */ a("div", {
			class: "stack loose",
			children: [/* @__PURE__ */ a(Panel, {
				title: found ? `${found.length} passages` : "Passages",
				flush: true,
				children: [error ? /* @__PURE__ */ a("div", {
					class: "body",
					children: /* @__PURE__ */ a(Problem, { error })
				}) : null, /* @__PURE__ */ a("ul", {
					class: "cards",
					children: [(found ?? []).map(({ id, documentTitle, text, score, knowledgeBaseId }) => /* @__PURE__ */ a("li", { children: [/* @__PURE__ */ a("div", {
						class: "row",
						children: [
							/* @__PURE__ */ a("span", {
								class: "strong grow",
								children: documentTitle
							}),
							/* @__PURE__ */ a("span", {
								class: "muted small",
								children: nameOf.get(knowledgeBaseId)
							}),
							/* @__PURE__ */ a("span", {
								class: "tag number",
								children: score.toFixed(2)
							})
						]
					}), /* @__PURE__ */ a("p", {
						class: "soft",
						children: text
					})] }, id)), found ? null : /* @__PURE__ */ a("li", {
						class: "muted",
						children: "What fits best comes first, with its score."
					})]
				})]
			}), made ? /* @__PURE__ */ a(Panel, {
				title: "The call",
				children: /* @__PURE__ */ a(AsCode, { call: made })
			}) : null]
		})]
	});
}
export { Try as default };
