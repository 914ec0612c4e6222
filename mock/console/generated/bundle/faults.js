import { Q as href, S as copy, Y as serviceCalls, _ as Panel, at as A, b as Select, ct as d, d as Field, g as Page, l as Empty, m as Loaded, o as Button, r as useControl, ut as $, z as a } from "./reads.js";
import { c as literal, i as faultPresets } from "./app.js";
import { t as actControl } from "./acts.js";
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
	}, { said: `Set for ${scopeText}: ${name}` });
	return /* @__PURE__ */ a(Page, {
		title: "Faults",
		note: "Things that go wrong on purpose, for your client and not for this console. They end by themselves after 15 minutes of real time.",
		actions: /* @__PURE__ */ a(Button, {
			kind: "danger",
			disabled: !read.data || read.data.data.length === 0,
			onClick: () => void actControl("clearFaults", { path: where }, { said: "Nothing goes wrong any more" }),
			children: "Clear all"
		}),
		children: [
			/* @__PURE__ */ a(Panel, {
				title: "In force",
				flush: true,
				children: /* @__PURE__ */ a(Loaded, {
					read,
					children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Empty, {
						title: "Nothing goes wrong",
						children: /* @__PURE__ */ a("p", { children: "Choose below what it is for, and then what shall go wrong." })
					}) : /* @__PURE__ */ a("div", {
						class: "table-frame",
						children: /* @__PURE__ */ a("table", {
							class: "table",
							children: [/* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "What"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "For"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "How often"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									class: "right",
									children: "Matched"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									class: "right",
									children: "Applied"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: /* @__PURE__ */ a("span", {
										class: "only-read",
										children: "Actions"
									})
								})
							] }) }), /* @__PURE__ */ a("tbody", { children: data.map((fault) => /* @__PURE__ */ a(FaultRow, {
								fault,
								ws
							}, fault.id)) })]
						})
					})
				})
			}),
			/* @__PURE__ */ a(Panel, {
				title: "Let something go wrong",
				actions: /* @__PURE__ */ a("div", {
					class: "row wrap fault-scope",
					children: [
						/* @__PURE__ */ a("span", {
							class: "muted small",
							children: "for"
						}),
						/* @__PURE__ */ a(Select, {
							label: "For which requests",
							value: scope,
							onChange: setScope,
							options: [
								["", "every request"],
								...operations.map((one) => [one, one]),
								...tags.map((one) => [`tag:${one}`, `all of ${one}`])
							]
						}),
						/* @__PURE__ */ a("span", {
							class: "muted small",
							children: "with"
						}),
						/* @__PURE__ */ a(Select, {
							label: "With which key",
							value: key,
							onChange: setKey,
							options: [["", "any key"], ...(keys.data?.data ?? []).map(({ name }) => [name, name])]
						})
					]
				}),
				children: /* @__PURE__ */ a("ul", {
					class: "presets",
					children: faultPresets.map(({ name, note, fault }) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", {
						type: "button",
						class: "preset",
						onClick: () => add(fault, name),
						children: [/* @__PURE__ */ a("span", {
							class: "strong",
							children: name
						}), /* @__PURE__ */ a("span", {
							class: "muted small",
							children: note
						})]
					}) }, name))
				})
			}),
			/* @__PURE__ */ a(OwnFault, { onAdd: (fault) => add(fault, inWords(fault.effects[0])) })
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
	return /* @__PURE__ */ a("tr", { children: [
		/* @__PURE__ */ a("td", {
			class: "wide",
			children: [
				/* @__PURE__ */ a("span", {
					class: active ? "strong" : "muted",
					children: effects.map(inWords).join(", ")
				}),
				" ",
				active ? null : /* @__PURE__ */ a("span", {
					class: "tag",
					children: "used up"
				})
			]
		}),
		/* @__PURE__ */ a("td", {
			class: "nowrap",
			children: on ? [
				on.operation,
				on.tag && `all of ${on.tag}`,
				on.method,
				on.path,
				on.key && `key ${on.key}`
			].flat().filter(Boolean).join(", ") : "every request"
		}),
		/* @__PURE__ */ a("td", {
			class: "nowrap",
			children: often.join(", ") || "every time"
		}),
		/* @__PURE__ */ a("td", {
			class: "right number",
			children: matched
		}),
		/* @__PURE__ */ a("td", {
			class: "right number",
			children: applied > 0 ? /* @__PURE__ */ a("a", {
				href: href([ws, "journal"], { only: "faults" }),
				children: applied
			}) : 0
		}),
		/* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("span", {
			class: "row",
			children: [/* @__PURE__ */ a(Button, {
				small: true,
				onClick: () => void copy(`workspace.faults.add(${literal(spec)})`, "Copied as TypeScript"),
				children: "TypeScript"
			}), /* @__PURE__ */ a(Button, {
				small: true,
				kind: "quiet",
				icon: "close",
				label: "Take the fault away",
				onClick: () => void actControl("removeFault", { path: {
					workspace_id: ws,
					fault_id: id
				} }, { said: "The fault is gone" })
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
/** A form for every effect. */
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
	return /* @__PURE__ */ a(Panel, {
		title: "One of your own",
		children: /* @__PURE__ */ a("form", {
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
			children: [/* @__PURE__ */ a("div", {
				class: "fields",
				children: [
					/* @__PURE__ */ a(Field, {
						label: "What",
						children: /* @__PURE__ */ a(Select, {
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
					kind === "reply" ? /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Field, {
						label: "Status",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							type: "number",
							min: "200",
							max: "599",
							value: status,
							onInput: (event) => setStatus(event.currentTarget.value)
						})
					}), /* @__PURE__ */ a(Field, {
						label: "Retry-After in seconds",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							type: "number",
							min: "0",
							value: retry,
							placeholder: "none",
							onInput: (event) => setRetry(event.currentTarget.value)
						})
					})] }) : null,
					kind === "delay" || kind === "stale" ? /* @__PURE__ */ a(Field, {
						label: kind === "delay" ? "How long" : "How far behind",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							value: text,
							onInput: (event) => setText(event.currentTarget.value)
						})
					}) : null,
					kind === "reply" || kind === "delay" || kind === "drop" ? /* @__PURE__ */ a(Field, {
						label: "When",
						children: /* @__PURE__ */ a(Select, {
							value: when,
							onChange: setWhen,
							options: [["before", "before anything is done"], ["after", "after it was done"]]
						})
					}) : null,
					kind === "malform" ? /* @__PURE__ */ a(Field, {
						label: "How",
						children: /* @__PURE__ */ a(Select, {
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
					].includes(kind) ? /* @__PURE__ */ a(Field, {
						label: {
							trickle: "Bytes a second",
							"cut-stream": "After how many events",
							"repeat-events": "How many",
							"shuffle-events": "Within how many",
							"split-stream": "Bytes a piece"
						}[kind],
						children: /* @__PURE__ */ a("input", {
							class: "input",
							type: "number",
							min: "1",
							value: number,
							onInput: (event) => setNumber(event.currentTarget.value)
						})
					}) : null,
					/* @__PURE__ */ a(Field, {
						label: "How often",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							type: "number",
							min: "1",
							value: times,
							placeholder: "every time",
							onInput: (event) => setTimes(event.currentTarget.value)
						})
					}),
					/* @__PURE__ */ a(Field, {
						label: "Share of requests",
						children: /* @__PURE__ */ a("input", {
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
					/* @__PURE__ */ a(Field, {
						label: "For how long",
						children: /* @__PURE__ */ a("input", {
							class: "input",
							value: window,
							placeholder: "until it is used up",
							onInput: (event) => setWindow(event.currentTarget.value)
						})
					})
				]
			}), /* @__PURE__ */ a("div", { children: /* @__PURE__ */ a(Button, {
				type: "submit",
				children: "Set"
			}) })]
		})
	});
}
export { Faults as default };
