import { D as exchanges, L as workspaces, N as transitions, P as unknownKeys, Q as href, R as Icon, S as copy, _ as Panel, at as A, ct as d, f as Figure, g as Page, i as useService, l as Empty, m as Loaded, nt as mockRoot, o as Button, r as useControl, s as Code, ut as $, z as a } from "./reads.js";
import { d as moneyText, i as HttpStatus, n as Avatar, o as Status, s as Time, t as Ago } from "./values.js";
import { d as plainWords, r as subjectHref } from "./app.js";
import { t as throttled } from "./throttled.js";
import { t as DecideButtons } from "./decide.js";
import { t as StartRunButton } from "./start-run.js";
// mock/console/screens/now.tsx
function Now({ path }) {
	const ws = path[0];
	A(() => {
		document.title = `${ws} · Agent Work mock`;
	}, [ws]);
	return /* @__PURE__ */ a(Page, {
		title: "Now",
		note: /* @__PURE__ */ a(NowNote, { ws }),
		actions: /* @__PURE__ */ a(StartRunButton, {}),
		children: [
			unknownKeys.value > 0 ? /* @__PURE__ */ a("div", {
				class: "notice amber",
				children: [/* @__PURE__ */ a("span", {
					class: "grow",
					children: [
						unknownKeys.value,
						" ",
						unknownKeys.value === 1 ? "request" : "requests",
						" came with a key that no workspace has."
					]
				}), /* @__PURE__ */ a("a", {
					href: href(["unmatched"], { as: null }),
					children: "See what is probably wrong"
				})]
			}) : null,
			/* @__PURE__ */ a(Figures, {}),
			/* @__PURE__ */ a("div", {
				class: "columns",
				children: [/* @__PURE__ */ a("div", {
					class: "stack loose",
					children: [/* @__PURE__ */ a(Connect, { ws }), /* @__PURE__ */ a(Feed, { ws })]
				}), /* @__PURE__ */ a("div", {
					class: "stack loose",
					children: [/* @__PURE__ */ a(LastRefusal, { ws }), /* @__PURE__ */ a(WhatWaits, { ws })]
				})]
			})
		]
	});
}
function NowNote({ ws }) {
	const mine = useControl("listWorkspaces", {}, ["workspaces"]).data?.data.find(({ id }) => id === ws);
	if (!mine) return /* @__PURE__ */ a($, { children: "\xA0" });
	return /* @__PURE__ */ a($, { children: [{
		demo: "A company with ninety days of history",
		quiet: "The demo’s people, agents and workflows, before anything has happened",
		empty: "People, keys, models and a plan, and nothing else",
		"second-tenant": "Another company, which no key of the demo may ever see"
	}[mine.from] ?? `Made from ${mine.from}`, ". Everything here is made up, and nothing leaves this machine."] });
}
function Figures() {
	const stats = useService("getDashboardStats", {}, [
		"runs",
		"approvals",
		"agents",
		"control",
		"*"
	]);
	const wallet = useService("getWallet", {}, [
		"running",
		"runs",
		"control",
		"conversations",
		"*"
	]);
	return /* @__PURE__ */ a("dl", {
		class: "figures",
		children: [
			/* @__PURE__ */ a(Figure, {
				label: "Runs in progress",
				note: stats.data ? `${stats.data.runs_today} started today` : " ",
				children: stats.data?.runs_in_progress ?? "–"
			}),
			/* @__PURE__ */ a(Figure, {
				label: "Approvals pending",
				note: stats.data ? `${stats.data.agents} agents at work` : " ",
				children: stats.data?.pending_approvals ?? "–"
			}),
			/* @__PURE__ */ a(Figure, {
				label: "Spend today",
				note: wallet.data ? `${moneyText(wallet.data.spend_last_30_days_euros)} in 30 days` : " ",
				children: wallet.data ? moneyText(wallet.data.spend_today_euros) : "–"
			}),
			/* @__PURE__ */ a(Figure, {
				label: "Balance",
				note: "in the wallet",
				children: wallet.data ? moneyText(wallet.data.balance_euros) : "–"
			})
		]
	});
}
const likelyKeys = [
	"admin",
	"manager",
	"member",
	"read-only"
];
function Connect({ ws }) {
	const read = useControl("readWorkspace", { path: { workspace_id: ws } }, [
		"keys",
		"control",
		"*"
	]);
	const [name, setName] = d("member");
	const base = mockRoot.href.replace(/\/$/, "");
	return /* @__PURE__ */ a(Panel, {
		title: "Point your client here",
		flush: true,
		actions: /* @__PURE__ */ a("a", {
			class: "small",
			href: href([ws, "people"]),
			children: "All keys"
		}),
		children: /* @__PURE__ */ a(Loaded, {
			read,
			children: ({ keys }) => /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a("div", {
				class: "connect",
				children: [
					/* @__PURE__ */ a("span", {
						class: "muted",
						children: "Address"
					}),
					/* @__PURE__ */ a("span", {
						class: "mono cut",
						children: base
					}),
					/* @__PURE__ */ a(Button, {
						small: true,
						icon: "copy",
						onClick: () => void copy(base, "Address copied"),
						children: "Copy address"
					}),
					likelyKeys.filter((one) => keys[one]).map((one) => /* @__PURE__ */ a($, { children: [
						/* @__PURE__ */ a("span", {
							class: "muted",
							children: one
						}),
						/* @__PURE__ */ a("span", {
							class: "mono cut",
							children: masked(keys[one])
						}),
						/* @__PURE__ */ a(Button, {
							small: true,
							icon: "copy",
							label: `Copy the key ${one}`,
							onClick: () => {
								setName(one);
								copy(keys[one], `The key ${one} was copied`);
							},
							children: "Copy"
						})
					] }))
				]
			}), /* @__PURE__ */ a("div", {
				class: "body",
				children: /* @__PURE__ */ a(Code, {
					text: `curl -H 'Authorization: Bearer ${keys[name] ?? Object.values(keys)[0]}' '${base}/agents/?view=summary'`,
					label: "Copy"
				})
			})] })
		})
	});
}
/** Keys of the demo are known to everybody; others stay masked until they are copied. */
function masked(secret) {
	return secret.length < 30 ? secret : `${secret.slice(0, 8)}…${secret.slice(-4)}`;
}
const calm = throttled(exchanges, 250);
function Feed({ ws }) {
	const read = useControl("listTransitions", {
		path: { workspace_id: ws },
		query: { limit: 40 }
	}, ["*", "control"]);
	const calls = useControl("listExchanges", {
		path: { workspace_id: ws },
		query: {
			limit: 40,
			console: true
		}
	}, ["*", "control"]);
	const known = new Map((read.data?.data ?? []).concat(transitions.value).map((one) => [`${one.at}${one.subject}${one.kind}`, one]));
	const lines = new Map((calls.data?.data ?? []).concat(calm.value).map((one) => [one.id, one]));
	const moves = [...known.values()].slice(-60).map(({ at, kind, subject, says, exchange }) => ({
		at,
		id: `${at}${subject}${kind}`,
		kind,
		subject,
		says,
		by: exchange,
		line: void 0
	}));
	const asked = [...lines.values()].slice(-60).map((line) => ({
		at: line.at,
		id: line.id,
		kind: "",
		subject: "",
		says: "",
		by: void 0,
		line
	}));
	const all = [...moves, ...asked].sort((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0).slice(0, 30);
	return /* @__PURE__ */ a(Panel, {
		title: "What happens",
		flush: true,
		actions: /* @__PURE__ */ a("a", {
			class: "small",
			href: href([ws, "journal"]),
			children: "Journal"
		}),
		children: all.length === 0 ? /* @__PURE__ */ a(Empty, {
			title: "Nothing has happened yet",
			children: /* @__PURE__ */ a("p", { children: "Calls of your client and what comes of them appear here. Start a run, or let time pass with the clock above." })
		}) : /* @__PURE__ */ a("ul", {
			class: "feed",
			children: all.map(({ id, at, kind, subject, says, line }) => line ? /* @__PURE__ */ a("li", { children: [/* @__PURE__ */ a(Time, { at }), /* @__PURE__ */ a("a", {
				class: "row grow plain-link",
				href: href([
					ws,
					"journal",
					line.id
				]),
				children: [
					/* @__PURE__ */ a(HttpStatus, { status: line.status }),
					/* @__PURE__ */ a("span", {
						class: "mono cut",
						children: [
							line.method,
							" ",
							line.path
						]
					}),
					line.console ? /* @__PURE__ */ a("span", {
						class: "tag",
						children: "console"
					}) : /* @__PURE__ */ a("span", {
						class: "muted nowrap",
						children: line.key
					})
				]
			})] }, id) : /* @__PURE__ */ a("li", { children: [/* @__PURE__ */ a(Time, { at }), /* @__PURE__ */ a("a", {
				class: "row grow plain-link",
				href: subjectHref(subject),
				children: [/* @__PURE__ */ a(Status, { value: statusOf(kind) }), /* @__PURE__ */ a("span", {
					class: "cut",
					title: says,
					children: plainWords(says)
				})]
			})] }, id))
		})
	});
}
function statusOf(kind) {
	return kind.slice(kind.indexOf(".") + 1);
}
function LastRefusal({ ws }) {
	const last = useControl("listExchanges", {
		path: { workspace_id: ws },
		query: { limit: 200 }
	}, [
		"exchanges",
		"control",
		"*"
	]).data?.data.filter(({ refusal }) => refusal).at(-1);
	if (!last?.refusal) return null;
	return /* @__PURE__ */ a(Panel, {
		title: "Last refusal",
		actions: /* @__PURE__ */ a("a", {
			class: "button small",
			href: href([
				ws,
				"journal",
				last.id
			], { tab: "why" }),
			children: "Why"
		}),
		children: /* @__PURE__ */ a("div", {
			class: "stack tight",
			children: [/* @__PURE__ */ a("div", {
				class: "row",
				children: [
					/* @__PURE__ */ a(HttpStatus, { status: last.status }),
					/* @__PURE__ */ a("span", {
						class: "mono cut",
						children: [
							last.method,
							" ",
							last.path
						]
					}),
					/* @__PURE__ */ a("span", {
						class: "muted nowrap grow right",
						children: /* @__PURE__ */ a(Ago, { at: last.at })
					})
				]
			}), /* @__PURE__ */ a("p", {
				class: "soft",
				children: last.refusal.message
			})]
		})
	});
}
function WhatWaits({ ws }) {
	const read = useControl("listWaiting", { path: { workspace_id: ws } }, [
		"approvals",
		"runs",
		"control",
		"*"
	]);
	const count = workspaces.value[ws]?.waiting ?? 0;
	return /* @__PURE__ */ a(Panel, {
		title: `Waits for a person${count > 0 ? ` (${count})` : ""}`,
		flush: true,
		actions: /* @__PURE__ */ a("a", {
			class: "small",
			href: href([ws, "waiting"]),
			children: "All that waits"
		}),
		children: /* @__PURE__ */ a(Loaded, {
			read,
			children: ({ approvals, questions }) => approvals.length + questions.length === 0 ? /* @__PURE__ */ a(Empty, {
				title: "Nothing waits",
				children: /* @__PURE__ */ a("p", { children: "Approvals, gates of workflows and questions of runs stand here until somebody decides or answers." })
			}) : /* @__PURE__ */ a("ul", {
				class: "waiting-list",
				children: [questions.slice(0, 3).map(({ run_id, agent_name, question }) => /* @__PURE__ */ a("li", { children: [
					/* @__PURE__ */ a(Avatar, {
						name: agent_name,
						agent: true
					}),
					/* @__PURE__ */ a("a", {
						class: "grow stack tight plain-link",
						href: href([
							ws,
							"runs",
							run_id
						]),
						children: [/* @__PURE__ */ a("span", {
							class: "strong cut",
							children: question.prompt
						}), /* @__PURE__ */ a("span", {
							class: "muted small",
							children: [
								agent_name,
								" asks, ",
								/* @__PURE__ */ a(Ago, { at: question.asked_at })
							]
						})]
					}),
					/* @__PURE__ */ a("a", {
						class: "button small",
						href: href([
							ws,
							"runs",
							run_id
						]),
						children: "Answer"
					})
				] }, run_id)), approvals.slice(0, 4).map((approval) => /* @__PURE__ */ a("li", { children: [
					/* @__PURE__ */ a(Icon, { name: "gate" }),
					/* @__PURE__ */ a("a", {
						class: "grow stack tight plain-link",
						href: href([ws, "waiting"], { approval: approval.id }),
						children: [/* @__PURE__ */ a("span", {
							class: "strong cut",
							title: approval.title,
							children: approval.title
						}), /* @__PURE__ */ a("span", {
							class: "muted small",
							children: [
								approval.kind.replace("_", " "),
								", ",
								/* @__PURE__ */ a(Ago, { at: approval.requested_at })
							]
						})]
					}),
					/* @__PURE__ */ a(DecideButtons, {
						approval,
						small: true
					})
				] }, approval.id))]
			})
		})
	});
}
export { Now as default };
