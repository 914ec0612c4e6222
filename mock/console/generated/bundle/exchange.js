import { $ as hrefHere, K as make, Q as href, S as copy, V as askControl, at as A, ct as d, et as place, m as Loaded, nt as mockRoot, o as Button, r as useControl, s as Code, ut as $, v as Problem, w as say, x as Tabs, z as a } from "./reads.js";
import { c as literal, o as asCurl, s as asFetch, t as SubjectLink, u as onKey } from "./app.js";
import { t as Json } from "./json.js";
import { i as HttpStatus, o as Status, s as Time, u as durationText } from "./values.js";
import { i as attempt, o as sayRefused } from "./acts.js";
// mock/console/screens/exchange.tsx
function ExchangeDetail({ id, workspace, closeHref }) {
	const read = useControl("readExchange", { path: {
		workspace_id: workspace,
		exchange_id: id
	} }, []);
	return /* @__PURE__ */ a("section", {
		class: "panel exchange",
		"aria-label": "The call",
		children: [/* @__PURE__ */ a(Loaded, {
			read,
			children: (exchange) => /* @__PURE__ */ a(Detail, {
				exchange,
				workspace,
				closeHref
			})
		}), read.error ? /* @__PURE__ */ a("div", {
			class: "body",
			children: /* @__PURE__ */ a("a", {
				href: closeHref,
				children: "Back to the journal"
			})
		}) : null]
	});
}
function Detail({ exchange, workspace, closeHref }) {
	const tab = place.value.query.get("tab") ?? (exchange.refusal || exchange.faults.length > 0 ? "why" : "reply");
	const call = callOf(exchange, workspace);
	const base = mockRoot.href.replace(/\/$/, "");
	A(() => onKey("y", () => void copy(asCurl(call, base), "Copied as curl")), [exchange.id]);
	const to = (name) => hrefHere({ tab: name });
	return /* @__PURE__ */ a($, { children: [
		/* @__PURE__ */ a("header", {
			class: "exchange-head",
			children: [
				/* @__PURE__ */ a("div", {
					class: "row grow",
					children: [/* @__PURE__ */ a(HttpStatus, { status: exchange.status }), /* @__PURE__ */ a("h2", {
						class: "mono cut",
						title: exchange.path,
						children: [
							exchange.method,
							" ",
							exchange.path
						]
					})]
				}),
				/* @__PURE__ */ a(Button, {
					small: true,
					icon: "copy",
					onClick: () => void copy(asCurl(call, base), "Copied as curl"),
					children: "curl"
				}),
				/* @__PURE__ */ a(Button, {
					small: true,
					icon: "send",
					onClick: () => void sendAgain(call),
					children: "Send again"
				}),
				/* @__PURE__ */ a("a", {
					class: "button small icon quiet",
					href: closeHref,
					"aria-label": "Close the call",
					title: "Close",
					children: "✕"
				}),
				/* @__PURE__ */ a("p", {
					class: "muted small exchange-facts",
					children: [
						/* @__PURE__ */ a("span", {
							class: "mono",
							children: exchange.id
						}),
						" · ",
						/* @__PURE__ */ a(Time, {
							at: exchange.at,
							millis: true
						}),
						" ·",
						" ",
						exchange.operation ?? "no operation",
						" ·",
						" ",
						exchange.key ? `${exchange.key} (${exchange.person})` : "no key",
						exchange.took_ms === null ? "" : ` · ${durationText(exchange.took_ms)}`,
						exchange.console ? " · done in this console" : ""
					]
				})
			]
		}),
		/* @__PURE__ */ a(Tabs, {
			label: "About the call",
			current: tab,
			tabs: [
				{
					id: "why",
					text: "Why",
					href: to("why")
				},
				{
					id: "reply",
					text: "Reply",
					href: to("reply")
				},
				{
					id: "request",
					text: "Request",
					href: to("request")
				},
				{
					id: "others",
					text: "As every key",
					href: to("others")
				},
				{
					id: "code",
					text: "Take away",
					href: to("code")
				}
			]
		}),
		/* @__PURE__ */ a("div", {
			class: "exchange-body",
			children: [
				tab === "why" ? /* @__PURE__ */ a(Why, {
					id: exchange.id,
					workspace
				}) : null,
				tab === "reply" ? /* @__PURE__ */ a(Reply, { exchange }) : null,
				tab === "request" ? /* @__PURE__ */ a(Request, { exchange }) : null,
				tab === "others" ? /* @__PURE__ */ a(AsOthers, {
					exchange,
					workspace
				}) : null,
				tab === "code" ? /* @__PURE__ */ a(TakeAway, {
					exchange,
					call,
					base
				}) : null
			]
		})
	] });
}
/** The call as one that can be made again: with the same key, without its secret. */
function callOf({ operation, method, path, request, key }, workspace) {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(request.query)) for (const one of [value].flat()) query.append(name, String(one));
	return {
		api: "service",
		id: operation ?? "unknown",
		method,
		url: path.slice(1) + (query.size > 0 ? `?${query}` : ""),
		pattern: path,
		wanted: request.body === null ? {} : { body: request.body },
		as: `${workspace}/${key ?? "admin"}`
	};
}
async function sendAgain(call) {
	try {
		if (call.method !== "GET") await attempt(call, { said: `Sent again: ${call.method} /${call.url}` });
		else {
			const reply = await make(call);
			say(`The same look is answered ${reply.status} now.`, { call });
		}
	} catch (error) {
		sayRefused(error, call);
	}
}
function Why({ id, workspace }) {
	const read = useControl("explainExchange", { path: { exchange_id: id } }, [
		"runs",
		"tasks",
		"approvals",
		"workflow_runs"
	]);
	return /* @__PURE__ */ a(Loaded, {
		read,
		children: (why) => /* @__PURE__ */ a(Explained, {
			why,
			workspace
		})
	});
}
function Explained({ why, workspace }) {
	const { rule, accepted, issues, resources } = why;
	return /* @__PURE__ */ a("div", {
		class: "stack loose",
		children: [
			/* @__PURE__ */ a("p", {
				class: "story",
				children: why.story
			}),
			accepted.length > 0 ? /* @__PURE__ */ a(Part, {
				title: "What would have been accepted",
				children: /* @__PURE__ */ a("ul", {
					class: "stack tight",
					children: [accepted.slice(0, 12).map((one) => /* @__PURE__ */ a("li", {
						class: "accepted",
						children: one
					}, one)), accepted.length > 12 ? /* @__PURE__ */ a("li", {
						class: "muted",
						children: [
							"and ",
							accepted.length - 12,
							" more"
						]
					}) : null]
				})
			}) : null,
			why.state ? /* @__PURE__ */ a(Part, {
				title: "The state it follows from",
				children: /* @__PURE__ */ a("p", { children: why.state })
			}) : null,
			issues.length > 0 ? /* @__PURE__ */ a(Part, {
				title: "What is wrong in the request",
				children: /* @__PURE__ */ a("table", {
					class: "table plain",
					children: /* @__PURE__ */ a("tbody", { children: issues.map(({ in: place, field, message }) => /* @__PURE__ */ a("tr", { children: [/* @__PURE__ */ a("th", {
						scope: "row",
						class: "mono nowrap",
						children: [place, field ? `.${field}` : ""]
					}), /* @__PURE__ */ a("td", { children: message })] }, `${place}${field}${message}`)) })
				})
			}) : null,
			rule ? /* @__PURE__ */ a(Part, {
				title: `Section ${rule.section} of the specification${rule.title ? `, ${rule.title}` : ""}`,
				children: [/* @__PURE__ */ a("ul", {
					class: "stack",
					children: rule.requirements.map(({ id, statement }) => /* @__PURE__ */ a("li", {
						class: "statement",
						children: [
							statement,
							" ",
							/* @__PURE__ */ a("span", {
								class: "muted mono",
								children: id
							})
						]
					}, id))
				}), rule.gap ? /* @__PURE__ */ a("div", {
					class: "gap-note",
					children: [/* @__PURE__ */ a("p", { children: [
						/* @__PURE__ */ a("span", {
							class: "strong",
							children: "Here it is silent."
						}),
						" ",
						rule.gap.silence
					] }), /* @__PURE__ */ a("p", {
						class: "muted",
						children: [
							"This workspace answers",
							" ",
							/* @__PURE__ */ a("a", {
								href: href([workspace, "gaps"], { gap: rule.gap.id }),
								children: rule.gap.answer
							}),
							":",
							" ",
							rule.gap.means
						]
					})]
				}) : rule.requirements.length === 0 ? /* @__PURE__ */ a("p", {
					class: "muted",
					children: [
						"The refusal’s code is ",
						/* @__PURE__ */ a("code", { children: rule.code }),
						"."
					]
				}) : null]
			}) : null,
			resources.map((resource) => /* @__PURE__ */ a(Part, {
				title: resource.kind === "workflow-run" ? "The workflow run" : `The ${resource.kind}`,
				children: [
					/* @__PURE__ */ a("div", {
						class: "row wrap",
						children: [
							/* @__PURE__ */ a(SubjectLink, {
								id: resource.id,
								children: /* @__PURE__ */ a("span", {
									class: "mono",
									children: resource.id
								})
							}),
							/* @__PURE__ */ a(Status, { value: resource.status }),
							resource.waits_for ? /* @__PURE__ */ a("span", {
								class: "soft",
								children: ["waits for ", resource.waits_for]
							}) : null
						]
					}),
					resource.note ? /* @__PURE__ */ a("p", {
						class: "soft",
						children: resource.note
					}) : null,
					/* @__PURE__ */ a(History, {
						lines: resource.history.slice(-6),
						workspace
					})
				]
			}, resource.id)),
			why.try.length > 0 ? /* @__PURE__ */ a(Part, {
				title: "To try now",
				children: why.try.map(({ what, curl }) => /* @__PURE__ */ a("div", {
					class: "stack tight",
					children: [/* @__PURE__ */ a("p", {
						class: "soft",
						children: what
					}), /* @__PURE__ */ a(Code, { text: curl })]
				}, curl))
			}) : null
		]
	});
}
function Part({ title, children }) {
	return /* @__PURE__ */ a("section", {
		class: "stack",
		children: [/* @__PURE__ */ a("h3", { children: title }), children]
	});
}
function History({ lines, workspace }) {
	return /* @__PURE__ */ a("ol", {
		class: "history",
		children: lines.map(({ at, from, to, by, note }) => /* @__PURE__ */ a("li", { children: [/* @__PURE__ */ a(Time, { at }), /* @__PURE__ */ a("span", {
			class: "stack tight",
			children: [
				/* @__PURE__ */ a("span", {
					class: "row wrap",
					children: [
						/* @__PURE__ */ a(Status, { value: to }),
						" ",
						from ? /* @__PURE__ */ a("span", {
							class: "muted small",
							children: ["was ", from.replaceAll("_", " ")]
						}) : null
					]
				}),
				note ? /* @__PURE__ */ a("span", {
					class: "soft",
					children: note
				}) : null,
				by ? /* @__PURE__ */ a("a", {
					class: "small mono",
					href: href([
						workspace,
						"journal",
						by.exchange
					]),
					children: [by.call, by.key ? ` (${by.key})` : ""]
				}) : null
			]
		})] }, `${at}${to}`))
	});
}
function Reply({ exchange: { reply, status } }) {
	return /* @__PURE__ */ a("div", {
		class: "stack loose",
		children: [
			reply.stream ? /* @__PURE__ */ a("p", {
				class: "soft",
				children: [
					"A stream of ",
					reply.stream.events,
					" events, ",
					reply.stream.bytes,
					" bytes:",
					" ",
					Object.entries(reply.stream.kinds).map(([kind, count]) => `${count} ${kind}`).join(", "),
					"."
				]
			}) : null,
			reply.body === null ? /* @__PURE__ */ a("p", {
				class: "muted",
				children: status === 0 ? "There was no reply." : "The reply has no body."
			}) : /* @__PURE__ */ a(Body, { value: reply.body }),
			/* @__PURE__ */ a(Headers, { headers: reply.headers })
		]
	});
}
function Request({ exchange: { request } }) {
	const query = Object.entries(request.query);
	return /* @__PURE__ */ a("div", {
		class: "stack loose",
		children: [
			query.length > 0 ? /* @__PURE__ */ a("section", {
				class: "stack",
				children: [/* @__PURE__ */ a("h3", { children: "Query" }), /* @__PURE__ */ a(Json, { value: request.query })]
			}) : null,
			request.body === null ? /* @__PURE__ */ a("p", {
				class: "muted",
				children: "The request has no body."
			}) : /* @__PURE__ */ a(Body, { value: request.body }),
			/* @__PURE__ */ a(Headers, { headers: request.headers })
		]
	});
}
function Body({ value }) {
	return /* @__PURE__ */ a("section", {
		class: "stack",
		children: [/* @__PURE__ */ a("div", {
			class: "row between",
			children: [/* @__PURE__ */ a("h3", { children: "Body" }), /* @__PURE__ */ a(Button, {
				small: true,
				icon: "copy",
				onClick: () => void copy(typeof value === "string" ? value : JSON.stringify(value, null, 2)),
				children: "Copy"
			})]
		}), typeof value === "string" ? /* @__PURE__ */ a("pre", {
			class: "prewrap mono",
			children: value
		}) : /* @__PURE__ */ a(Json, { value })]
	});
}
function Headers({ headers }) {
	return /* @__PURE__ */ a("section", {
		class: "stack",
		children: [/* @__PURE__ */ a("h3", { children: "Headers" }), /* @__PURE__ */ a("dl", {
			class: "facts mono",
			children: Object.entries(headers).map(([name, value]) => /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a("dt", { children: name }), /* @__PURE__ */ a("dd", { children: value })] }))
		})]
	});
}
/** The call sent again in a new workspace like this one, once for each key. */
function AsOthers({ exchange, workspace }) {
	const [replays, setReplays] = d();
	const [error, setError] = d();
	A(() => {
		setReplays(void 0);
		setError(void 0);
		const number = Number(exchange.id.slice(exchange.id.lastIndexOf(".") + 1));
		const exchanges = {
			since: `${workspace}.${number - 1}`,
			until: `${workspace}.${number + 1}`,
			console: true
		};
		askControl("replayExchanges", {
			path: { workspace_id: workspace },
			body: {
				as: ["everybody"],
				exchanges
			}
		}).then(({ data }) => setReplays(data), setError);
	}, [exchange.id]);
	if (error) return /* @__PURE__ */ a(Problem, { error });
	if (!replays) return /* @__PURE__ */ a("p", {
		class: "muted",
		children: "Sending it as every key, each in a workspace of its own…"
	});
	return /* @__PURE__ */ a("div", {
		class: "stack",
		children: [/* @__PURE__ */ a("p", {
			class: "muted",
			children: "The same call, sent with each key to a new workspace like this one was at its beginning."
		}), /* @__PURE__ */ a("table", {
			class: "table plain",
			children: [/* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
				/* @__PURE__ */ a("th", {
					scope: "col",
					children: "Key"
				}),
				/* @__PURE__ */ a("th", {
					scope: "col",
					children: "Answer"
				}),
				/* @__PURE__ */ a("th", {
					scope: "col",
					children: ["Here it was ", exchange.status]
				})
			] }) }), /* @__PURE__ */ a("tbody", { children: replays.map(({ as, calls }) => {
				const call = calls.at(-1);
				return /* @__PURE__ */ a("tr", { children: [
					/* @__PURE__ */ a("th", {
						scope: "row",
						children: as
					}),
					/* @__PURE__ */ a("td", { children: call ? /* @__PURE__ */ a(HttpStatus, { status: call.is ?? 0 }) : /* @__PURE__ */ a("span", {
						class: "muted",
						children: "not sent"
					}) }),
					/* @__PURE__ */ a("td", {
						class: call?.same ? "muted" : "strong",
						children: call?.same ? "the same" : "differs"
					})
				] }, as);
			}) })]
		})]
	});
}
function TakeAway({ exchange, call, base }) {
	const { operation, method, path, status, request } = exchange;
	const expectation = {
		...operation ? { operation } : {
			method,
			path
		},
		status,
		...request.body !== null && typeof request.body === "object" ? { body: request.body } : {},
		times: 1
	};
	return /* @__PURE__ */ a("div", {
		class: "stack loose",
		children: [
			/* @__PURE__ */ a(Part, {
				title: "As curl",
				children: /* @__PURE__ */ a(Code, { text: asCurl(call, base) })
			}),
			/* @__PURE__ */ a(Part, {
				title: "As fetch",
				children: /* @__PURE__ */ a(Code, { text: asFetch(call, base) })
			}),
			/* @__PURE__ */ a(Part, {
				title: "As an assertion of a test",
				children: /* @__PURE__ */ a(Code, { text: `workspace.journal.verify(${literal(expectation)})` })
			})
		]
	});
}
export { History as n, ExchangeDetail as t };
