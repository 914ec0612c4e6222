import { I as a, K as serviceCalls, Y as href, a as Empty, at as d, f as Page, g as Select, n as Button, nt as A, p as Panel, s as Field, st as $, u as Loaded, v as copy } from "./parts.js";
import { i as literal } from "./as-code.js";
import { t as actControl } from "./acts.js";
import { o as useControl } from "./app.js";
import { t as faultPresets } from "./fault-presets.js";
// mock/console/screens/faults.tsx
const operations = Object.keys(serviceCalls).sort();
const tags = [
	"agents",
	"runs",
	"chats",
	"tasks",
	"workflows",
	"approvals",
	"analytics",
	"spend",
	"wallet",
	"completions",
	"knowledge"
];
function Faults({ path }) {
	const ws = path[0];
	const where = { workspace_id: ws };
	const read = useControl("listFaults", { path: where }, [
		"exchanges",
		"control",
		"*"
	]);
	const keys = useControl("listKeys", { path: where }, ["keys", "control"]);
	const [scope, setScope] = d("");
	const [key, setKey] = d("");
	A(() => {
		document.title = "Faults · Agent Work mock";
	}, []);
	const on = onOf(scope, key);
	const scopeText = scope === "" ? "every request" : scope.replace(/^tag:/, "all of ");
	const add = (fault, name) => void actControl("addFault", {
		path: where,
		body: {
			...fault,
			...on ? { on } : {}
		}
	}, {
		said: `Set for ${scopeText}: ${name}`,
		undo: false
	});
	return a(Page, {
		title: "Faults",
		note: "Things that go wrong on purpose, for your client and not for this console. They end by themselves after 15 minutes of real time.",
		actions: a(Button, {
			kind: "danger",
			disabled: !read.data || read.data.data.length === 0,
			onClick: () => void actControl("clearFaults", { path: where }, {
				said: "Nothing goes wrong any more",
				undo: false
			}),
			children: "Clear all"
		}),
		children: [
			a(Panel, {
				title: "In force",
				flush: true,
				children: a(Loaded, {
					read,
					children: ({ data }) => data.length === 0 ? a(Empty, {
						title: "Nothing goes wrong",
						children: a("p", { children: "Choose below what it is for, and then what shall go wrong." })
					}) : a("div", {
						class: "table-frame",
						children: a("table", {
							class: "table",
							children: [a("thead", { children: a("tr", { children: [
								a("th", {
									scope: "col",
									children: "What"
								}),
								a("th", {
									scope: "col",
									children: "For"
								}),
								a("th", {
									scope: "col",
									children: "How often"
								}),
								a("th", {
									scope: "col",
									class: "right",
									children: "Matched"
								}),
								a("th", {
									scope: "col",
									class: "right",
									children: "Applied"
								}),
								a("th", {
									scope: "col",
									children: a("span", {
										class: "only-read",
										children: "Actions"
									})
								})
							] }) }), a("tbody", { children: data.map((fault) => a(FaultRow, {
								fault,
								ws
							}, fault.id)) })]
						})
					})
				})
			}),
			a(Panel, {
				title: "Let something go wrong",
				actions: a("div", {
					class: "row wrap fault-scope",
					children: [
						a("span", {
							class: "muted small",
							children: "for"
						}),
						a(Select, {
							label: "For which requests",
							value: scope,
							onChange: setScope,
							options: [
								["", "every request"],
								...operations.map((one) => [one, one]),
								...tags.map((one) => [`tag:${one}`, `all of ${one}`])
							]
						}),
						a("span", {
							class: "muted small",
							children: "with"
						}),
						a(Select, {
							label: "With which key",
							value: key,
							onChange: setKey,
							options: [["", "any key"], ...(keys.data?.data ?? []).map(({ name }) => [name, name])]
						})
					]
				}),
				children: a("ul", {
					class: "presets",
					children: faultPresets.map(({ name, note, fault }) => a("li", { children: a("button", {
						type: "button",
						class: "preset",
						onClick: () => add(fault, name),
						children: [a("span", {
							class: "strong",
							children: name
						}), a("span", {
							class: "muted small",
							children: note
						})]
					}) }, name))
				})
			}),
			a(OwnFault, { onAdd: (fault) => add(fault, inWords(fault.effects[0])) })
		]
	});
}
function onOf(scope, key) {
	if (scope === "" && key === "") return void 0;
	return {
		...scope.startsWith("tag:") ? { tag: scope.slice(4) } : scope ? { operation: scope } : {},
		...key ? { key } : {}
	};
}
function FaultRow({ fault, ws }) {
	const { id, effects, on, times, probability, skip, active, for: window } = fault;
	const { matched, applied, ...rest } = fault;
	const spec = Object.fromEntries(Object.entries(rest).filter(([name]) => name !== "id" && name !== "active"));
	const often = [
		times ? `${times}×` : "",
		probability === void 0 ? "" : `${Math.round(probability * 100)} %`,
		skip ? `after ${skip}` : "",
		window ? `for ${window}` : ""
	].filter(Boolean);
	return a("tr", { children: [
		a("td", {
			class: "wide",
			children: [
				a("span", {
					class: active ? "strong" : "muted",
					children: effects.map(inWords).join(", ")
				}),
				" ",
				active ? null : a("span", {
					class: "tag",
					children: "used up"
				})
			]
		}),
		a("td", {
			class: "nowrap",
			children: on ? [
				on.operation,
				on.tag && `all of ${on.tag}`,
				on.method,
				on.path,
				on.key && `key ${on.key}`
			].flat().filter(Boolean).join(", ") : "every request"
		}),
		a("td", {
			class: "nowrap",
			children: often.join(", ") || "every time"
		}),
		a("td", {
			class: "right number",
			children: matched
		}),
		a("td", {
			class: "right number",
			children: applied > 0 ? a("a", {
				href: href([ws, "journal"], { only: "faults" }),
				children: applied
			}) : 0
		}),
		a("td", { children: a("span", {
			class: "row",
			children: [a(Button, {
				small: true,
				onClick: () => void copy(`workspace.faults.add(${literal(spec)})`, "Copied as TypeScript"),
				children: "TypeScript"
			}), a(Button, {
				small: true,
				kind: "quiet",
				icon: "close",
				label: "Take the fault away",
				onClick: () => void actControl("removeFault", { path: {
					workspace_id: ws,
					fault_id: id
				} }, {
					said: "The fault is gone",
					undo: false
				})
			})]
		}) })
	] });
}
function inWords(effect) {
	switch (effect.do) {
		case "delay": return `slower by ${typeof effect.takes === "object" ? JSON.stringify(effect.takes) : effect.takes}`;
		case "reply": return `answer ${effect.status}${effect.retry_after_seconds === void 0 ? "" : `, Retry-After ${effect.retry_after_seconds} s`}`;
		case "drop": return effect.when === "after" ? "lose the reply after commit" : "drop the connection before";
		case "cut": return "cut the body in the middle";
		case "trickle": return `trickle at ${effect.bytes_per_second} bytes a second`;
		case "malform": return effect.how.replaceAll("-", " ");
		case "cut-stream": return `cut the stream after ${effect.after_events} events`;
		case "repeat-events": return `repeat ${effect.count} events`;
		case "shuffle-events": return "shuffle events";
		case "split-stream": return `send streams in pieces of ${effect.bytes} bytes`;
		case "stale": return effect.behind ? `reads are ${effect.behind} behind` : "stale reads";
	}
}
function OwnFault({ onAdd }) {
	const [kind, setKind] = d("reply");
	const [status, setStatus] = d("500");
	const [retry, setRetry] = d("");
	const [text, setText] = d("2s");
	const [when, setWhen] = d("before");
	const [how, setHow] = d("missing-field");
	const [number, setNumber] = d("3");
	const [times, setTimes] = d("1");
	const [probability, setProbability] = d("");
	const [window, setWindow] = d("");
	const effect = () => {
		switch (kind) {
			case "reply": return {
				do: "reply",
				when,
				status: Number(status),
				retry_after_as: "seconds",
				...retry ? { retry_after_seconds: Number(retry) } : {}
			};
			case "delay": return {
				do: "delay",
				when,
				takes: text,
				real_time: true
			};
			case "drop": return {
				do: "drop",
				when,
				how: "reset"
			};
			case "trickle": return {
				do: "trickle",
				bytes_per_second: Number(number),
				real_time: true
			};
			case "malform": return {
				do: "malform",
				how
			};
			case "cut-stream": return {
				do: "cut-stream",
				after_events: Number(number),
				how: "reset"
			};
			case "repeat-events": return {
				do: "repeat-events",
				count: Number(number)
			};
			case "shuffle-events": return {
				do: "shuffle-events",
				span: Math.max(2, Number(number))
			};
			case "split-stream": return {
				do: "split-stream",
				bytes: Number(number)
			};
			case "stale": return text ? {
				do: "stale",
				behind: text
			} : { do: "stale" };
			case "cut": return { do: "cut" };
		}
	};
	return a(Panel, {
		title: "One of your own",
		children: a("form", {
			class: "stack loose",
			onSubmit: (event) => {
				event.preventDefault();
				onAdd({
					effects: [effect()],
					...times ? { times: Number(times) } : {},
					...probability ? { probability: Number(probability) } : {},
					...window ? { for: window } : {}
				});
			},
			children: [a("div", {
				class: "fields",
				children: [
					a(Field, {
						label: "What",
						children: a(Select, {
							value: kind,
							onChange: setKind,
							options: [
								["reply", "Answer something else"],
								["delay", "Be slow"],
								["drop", "Drop the connection"],
								["cut", "Cut the body"],
								["trickle", "Send the body slowly"],
								["malform", "Malform the body"],
								["cut-stream", "Cut a stream"],
								["repeat-events", "Repeat events of a stream"],
								["shuffle-events", "Shuffle events of a stream"],
								["split-stream", "Split a stream into pieces"],
								["stale", "Answer with the past"]
							]
						})
					}),
					kind === "reply" ? a($, { children: [a(Field, {
						label: "Status",
						children: a("input", {
							class: "input",
							type: "number",
							min: "200",
							max: "599",
							value: status,
							onInput: (event) => setStatus(event.currentTarget.value)
						})
					}), a(Field, {
						label: "Retry-After in seconds",
						children: a("input", {
							class: "input",
							type: "number",
							min: "0",
							value: retry,
							placeholder: "none",
							onInput: (event) => setRetry(event.currentTarget.value)
						})
					})] }) : null,
					kind === "delay" || kind === "stale" ? a(Field, {
						label: kind === "delay" ? "How long" : "How far behind",
						children: a("input", {
							class: "input",
							value: text,
							onInput: (event) => setText(event.currentTarget.value)
						})
					}) : null,
					kind === "reply" || kind === "delay" || kind === "drop" ? a(Field, {
						label: "When",
						children: a(Select, {
							value: when,
							onChange: setWhen,
							options: [["before", "before anything is done"], ["after", "after it was done"]]
						})
					}) : null,
					kind === "malform" ? a(Field, {
						label: "How",
						children: a(Select, {
							value: how,
							onChange: setHow,
							options: [
								"missing-field",
								"wrong-type",
								"unknown-field",
								"broken-json",
								"empty",
								"html",
								"wrong-content-type"
							]
						})
					}) : null,
					[
						"trickle",
						"cut-stream",
						"repeat-events",
						"shuffle-events",
						"split-stream"
					].includes(kind) ? a(Field, {
						label: {
							trickle: "Bytes a second",
							"cut-stream": "After how many events",
							"repeat-events": "How many",
							"shuffle-events": "Within how many",
							"split-stream": "Bytes a piece"
						}[kind],
						children: a("input", {
							class: "input",
							type: "number",
							min: "1",
							value: number,
							onInput: (event) => setNumber(event.currentTarget.value)
						})
					}) : null,
					a(Field, {
						label: "How often",
						children: a("input", {
							class: "input",
							type: "number",
							min: "1",
							value: times,
							placeholder: "every time",
							onInput: (event) => setTimes(event.currentTarget.value)
						})
					}),
					a(Field, {
						label: "Share of requests",
						children: a("input", {
							class: "input",
							type: "number",
							min: "0",
							max: "1",
							step: "0.05",
							value: probability,
							placeholder: "all",
							onInput: (event) => setProbability(event.currentTarget.value)
						})
					}),
					a(Field, {
						label: "For how long",
						children: a("input", {
							class: "input",
							value: window,
							placeholder: "until it is used up",
							onInput: (event) => setWindow(event.currentTarget.value)
						})
					})
				]
			}), a("div", { children: a(Button, {
				type: "submit",
				children: "Set"
			}) })]
		})
	});
}
export { Faults as default };
