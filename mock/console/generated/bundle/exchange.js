import { $ as mockRoot, I as a, R as askControl, U as make, X as hrefHere, Y as href, Z as place, _ as Tabs, at as d, b as say, m as Problem, n as Button, nt as A, r as Code, st as $, u as Loaded, v as copy } from "./parts.js";
import { i as literal, n as asFetch, t as asCurl } from "./as-code.js";
import { t as Json } from "./json.js";
import { i as HttpStatus, o as Status, s as Time, u as durationText } from "./values.js";
import { i as attempt, s as sayRefused } from "./acts.js";
import { f as onKey, o as useControl } from "./app.js";
import { t as SubjectLink } from "./links.js";
// mock/console/screens/exchange.tsx
function ExchangeDetail({ id, workspace, closeHref }) {
	const read = useControl("readExchange", { path: {
		workspace_id: workspace,
		exchange_id: id
	} }, []);
	return a("section", {
		class: "panel exchange",
		"aria-label": "The call",
		children: [a(Loaded, {
			read,
			children: (exchange) => a(Detail, {
				exchange,
				workspace,
				closeHref
			})
		}), read.error ? a("div", {
			class: "body",
			children: a("a", {
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
	return a($, { children: [
		a("header", {
			class: "exchange-head",
			children: [
				a("div", {
					class: "row grow",
					children: [a(HttpStatus, { status: exchange.status }), a("h2", {
						class: "mono cut",
						title: exchange.path,
						children: [
							exchange.method,
							" ",
							exchange.path
						]
					})]
				}),
				a(Button, {
					small: true,
					icon: "copy",
					onClick: () => void copy(asCurl(call, base), "Copied as curl"),
					children: "curl"
				}),
				a(Button, {
					small: true,
					icon: "send",
					onClick: () => void sendAgain(call),
					children: "Send again"
				}),
				a("a", {
					class: "button small icon quiet",
					href: closeHref,
					"aria-label": "Close the call",
					title: "Close",
					children: "✕"
				}),
				a("p", {
					class: "muted small exchange-facts",
					children: [
						a("span", {
							class: "mono",
							children: exchange.id
						}),
						" · ",
						a(Time, {
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
		a(Tabs, {
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
		a("div", {
			class: "exchange-body",
			children: [
				tab === "why" ? a(Why, {
					id: exchange.id,
					workspace
				}) : null,
				tab === "reply" ? a(Reply, { exchange }) : null,
				tab === "request" ? a(Request, { exchange }) : null,
				tab === "others" ? a(AsOthers, {
					exchange,
					workspace
				}) : null,
				tab === "code" ? a(TakeAway, {
					exchange,
					call,
					base
				}) : null
			]
		})
	] });
}
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
	return a(Loaded, {
		read,
		children: (why) => a(Explained, {
			why,
			workspace
		})
	});
}
function Explained({ why, workspace }) {
	const { rule, accepted, issues, resources } = why;
	return a("div", {
		class: "stack loose",
		children: [
			a("p", {
				class: "story",
				children: why.story
			}),
			accepted.length > 0 ? a(Part, {
				title: "What would have been accepted",
				children: a("ul", {
					class: "stack tight",
					children: [accepted.slice(0, 12).map((one) => a("li", {
						class: "accepted",
						children: one
					}, one)), accepted.length > 12 ? a("li", {
						class: "muted",
						children: [
							"and ",
							accepted.length - 12,
							" more"
						]
					}) : null]
				})
			}) : null,
			why.state ? a(Part, {
				title: "The state it follows from",
				children: a("p", { children: why.state })
			}) : null,
			issues.length > 0 ? a(Part, {
				title: "What is wrong in the request",
				children: a("table", {
					class: "table plain",
					children: a("tbody", { children: issues.map(({ in: place, field, message }) => a("tr", { children: [a("th", {
						scope: "row",
						class: "mono nowrap",
						children: [place, field ? `.${field}` : ""]
					}), a("td", { children: message })] }, `${place}${field}${message}`)) })
				})
			}) : null,
			rule ? a(Part, {
				title: `Section ${rule.section} of the specification${rule.title ? `, ${rule.title}` : ""}`,
				children: [a("ul", {
					class: "stack",
					children: rule.requirements.map(({ id, statement }) => a("li", {
						class: "statement",
						children: [
							statement,
							" ",
							a("span", {
								class: "muted mono",
								children: id
							})
						]
					}, id))
				}), rule.gap ? a("div", {
					class: "gap-note",
					children: [a("p", { children: [
						a("span", {
							class: "strong",
							children: "Here it is silent."
						}),
						" ",
						rule.gap.silence
					] }), a("p", {
						class: "muted",
						children: [
							"This workspace answers",
							" ",
							a("a", {
								href: href([workspace, "gaps"], { gap: rule.gap.id }),
								children: rule.gap.answer
							}),
							":",
							" ",
							rule.gap.means
						]
					})]
				}) : rule.requirements.length === 0 ? a("p", {
					class: "muted",
					children: [
						"The refusal’s code is ",
						a("code", { children: rule.code }),
						"."
					]
				}) : null]
			}) : null,
			resources.map((resource) => a(Part, {
				title: resource.kind === "workflow-run" ? "The workflow run" : `The ${resource.kind}`,
				children: [
					a("div", {
						class: "row wrap",
						children: [
							a(SubjectLink, {
								id: resource.id,
								children: a("span", {
									class: "mono",
									children: resource.id
								})
							}),
							a(Status, { value: resource.status }),
							resource.waits_for ? a("span", {
								class: "soft",
								children: ["waits for ", resource.waits_for]
							}) : null
						]
					}),
					resource.note ? a("p", {
						class: "soft",
						children: resource.note
					}) : null,
					a(History, {
						lines: resource.history.slice(-6),
						workspace
					})
				]
			}, resource.id)),
			why.try.length > 0 ? a(Part, {
				title: "To try now",
				children: why.try.map(({ what, curl }) => a("div", {
					class: "stack tight",
					children: [a("p", {
						class: "soft",
						children: what
					}), a(Code, { text: curl })]
				}, curl))
			}) : null
		]
	});
}
function Part({ title, children }) {
	return a("section", {
		class: "stack",
		children: [a("h3", { children: title }), children]
	});
}
function History({ lines, workspace }) {
	return a("ol", {
		class: "history",
		children: lines.map(({ at, from, to, by, note }) => a("li", { children: [a(Time, { at }), a("span", {
			class: "stack tight",
			children: [
				a("span", {
					class: "row wrap",
					children: [
						a(Status, { value: to }),
						" ",
						from ? a("span", {
							class: "muted small",
							children: ["was ", from.replaceAll("_", " ")]
						}) : null
					]
				}),
				note ? a("span", {
					class: "soft",
					children: note
				}) : null,
				by ? a("a", {
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
	return a("div", {
		class: "stack loose",
		children: [
			reply.stream ? a("p", {
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
			reply.body === null ? a("p", {
				class: "muted",
				children: status === 0 ? "There was no reply." : "The reply has no body."
			}) : a(Body, { value: reply.body }),
			a(Headers, { headers: reply.headers })
		]
	});
}
function Request({ exchange: { request } }) {
	const query = Object.entries(request.query);
	return a("div", {
		class: "stack loose",
		children: [
			query.length > 0 ? a("section", {
				class: "stack",
				children: [a("h3", { children: "Query" }), a(Json, { value: request.query })]
			}) : null,
			request.body === null ? a("p", {
				class: "muted",
				children: "The request has no body."
			}) : a(Body, { value: request.body }),
			a(Headers, { headers: request.headers })
		]
	});
}
function Body({ value }) {
	return a("section", {
		class: "stack",
		children: [a("div", {
			class: "row between",
			children: [a("h3", { children: "Body" }), a(Button, {
				small: true,
				icon: "copy",
				onClick: () => void copy(typeof value === "string" ? value : JSON.stringify(value, null, 2)),
				children: "Copy"
			})]
		}), typeof value === "string" ? a("pre", {
			class: "prewrap mono",
			children: value
		}) : a(Json, { value })]
	});
}
function Headers({ headers }) {
	return a("section", {
		class: "stack",
		children: [a("h3", { children: "Headers" }), a("dl", {
			class: "facts mono",
			children: Object.entries(headers).map(([name, value]) => a($, { children: [a("dt", { children: name }), a("dd", { children: value })] }))
		})]
	});
}
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
	if (error) return a(Problem, { error });
	if (!replays) return a("p", {
		class: "muted",
		children: "Sending it as every key, each in a workspace of its own…"
	});
	return a("div", {
		class: "stack",
		children: [a("p", {
			class: "muted",
			children: "The same call, sent with each key to a new workspace like this one was at its beginning."
		}), a("table", {
			class: "table plain",
			children: [a("thead", { children: a("tr", { children: [
				a("th", {
					scope: "col",
					children: "Key"
				}),
				a("th", {
					scope: "col",
					children: "Answer"
				}),
				a("th", {
					scope: "col",
					children: ["Here it was ", exchange.status]
				})
			] }) }), a("tbody", { children: replays.map(({ as, calls }) => {
				const call = calls.at(-1);
				return a("tr", { children: [
					a("th", {
						scope: "row",
						children: as
					}),
					a("td", { children: call ? a(HttpStatus, { status: call.is ?? 0 }) : a("span", {
						class: "muted",
						children: "not sent"
					}) }),
					a("td", {
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
	return a("div", {
		class: "stack loose",
		children: [
			a(Part, {
				title: "As curl",
				children: a(Code, { text: asCurl(call, base) })
			}),
			a(Part, {
				title: "As fetch",
				children: a(Code, { text: asFetch(call, base) })
			}),
			a(Part, {
				title: "As an assertion of a test",
				children: a(Code, { text: `workspace.journal.verify(${literal(expectation)})` })
			})
		]
	});
}
export { History as n, ExchangeDetail as t };
