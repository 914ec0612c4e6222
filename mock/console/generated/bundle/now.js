import { $ as mockRoot, A as transitions, C as exchanges, F as Icon, I as a, P as workspaces, Y as href, a as Empty, at as d, c as Figure, f as Page, j as unknownKeys, n as Button, nt as A, p as Panel, r as Code, st as $, u as Loaded, v as copy } from "./parts.js";
import { d as moneyText, i as HttpStatus, n as Avatar, o as Status, s as Time, t as Ago, u as durationText } from "./values.js";
import { i as plainWords, o as useControl, s as useService } from "./app.js";
import { t as throttled } from "./throttled.js";
import { t as DecideButtons } from "./decide.js";
import { r as subjectHref } from "./links.js";
import { t as StartRunButton } from "./start-run-button.js";
// mock/console/screens/now.tsx
function Now({ path }) {
	const ws = path[0];
	A(() => {
		document.title = `${ws} · Agent Work mock`;
	}, [ws]);
	return a(Page, {
		title: "Now",
		note: a(NowNote, { ws }),
		actions: a(StartRunButton, {}),
		children: [
			unknownKeys.value > 0 ? a("div", {
				class: "notice amber",
				children: [a("span", {
					class: "grow",
					children: [
						unknownKeys.value,
						" ",
						unknownKeys.value === 1 ? "request" : "requests",
						" came with a key that no workspace has."
					]
				}), a("a", {
					href: href(["unmatched"], { as: null }),
					children: "See what is probably wrong"
				})]
			}) : null,
			a(Figures, {}),
			a("div", {
				class: "columns",
				children: [a("div", {
					class: "stack loose",
					children: [a(Connect, { ws }), a(Feed, { ws })]
				}), a("div", {
					class: "stack loose",
					children: [
						a(LastRefusal, { ws }),
						a(AtWork, { ws }),
						a(WhatWaits, { ws })
					]
				})]
			})
		]
	});
}
function NowNote({ ws }) {
	const mine = useControl("listWorkspaces", {}, ["workspaces"]).data?.data.find(({ id }) => id === ws);
	if (!mine) return a($, { children: "\xA0" });
	return a($, { children: [{
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
	return a("dl", {
		class: "figures",
		children: [
			a(Figure, {
				label: "Runs in progress",
				note: stats.data ? `${stats.data.runs_today} started today` : " ",
				children: stats.data?.runs_in_progress ?? "–"
			}),
			a(Figure, {
				label: "Approvals pending",
				note: stats.data ? `${stats.data.agents} agents at work` : " ",
				children: stats.data?.pending_approvals ?? "–"
			}),
			a(Figure, {
				label: "Spend today",
				note: wallet.data ? `${moneyText(wallet.data.spend_last_30_days_euros)} in 30 days` : " ",
				children: wallet.data ? moneyText(wallet.data.spend_today_euros) : "–"
			}),
			a(Figure, {
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
	return a(Panel, {
		title: "Point your client here",
		flush: true,
		actions: a("a", {
			class: "small",
			href: href([ws, "people"]),
			children: "All keys"
		}),
		children: a(Loaded, {
			read,
			children: ({ keys }) => a($, { children: [a("div", {
				class: "connect",
				children: [
					a("span", {
						class: "muted",
						children: "Address"
					}),
					a("span", {
						class: "mono cut",
						children: base
					}),
					a(Button, {
						small: true,
						icon: "copy",
						onClick: () => void copy(base, "Address copied"),
						children: "Copy address"
					}),
					likelyKeys.filter((one) => keys[one]).map((one) => a($, { children: [
						a("span", {
							class: "muted",
							children: one
						}),
						a("span", {
							class: "mono cut",
							children: masked(keys[one])
						}),
						a(Button, {
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
			}), a("div", {
				class: "body",
				children: a(Code, {
					text: `curl -H 'Authorization: Bearer ${keys[name] ?? Object.values(keys)[0]}' '${base}/agents/?view=summary'`,
					label: "Copy"
				})
			})] })
		})
	});
}
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
	return a(Panel, {
		title: "What happens",
		flush: true,
		actions: a("a", {
			class: "small",
			href: href([ws, "journal"]),
			children: "Journal"
		}),
		children: all.length === 0 ? a(Empty, {
			title: "Nothing has happened yet",
			children: a("p", { children: "Calls of your client and what comes of them appear here. Start a run, or let time pass with the clock above." })
		}) : a("ul", {
			class: "feed",
			children: all.map(({ id, at, kind, subject, says, line }) => line ? a("li", { children: [a(Time, { at }), a("a", {
				class: "row grow plain-link",
				href: href([
					ws,
					"journal",
					line.id
				]),
				children: [
					a(HttpStatus, { status: line.status }),
					a("span", {
						class: "mono cut",
						children: [
							line.method,
							" ",
							line.path
						]
					}),
					line.console ? a("span", {
						class: "tag",
						children: "console"
					}) : a("span", {
						class: "muted nowrap",
						children: line.key
					})
				]
			})] }, id) : a("li", { children: [a(Time, { at }), a("a", {
				class: "row grow plain-link",
				href: subjectHref(subject),
				children: [a(Status, { value: statusOf(kind) }), a("span", {
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
	return a(Panel, {
		title: "Last refusal",
		actions: a("a", {
			class: "button small",
			href: href([
				ws,
				"journal",
				last.id
			], { tab: "why" }),
			children: "Why"
		}),
		children: a("div", {
			class: "stack tight",
			children: [a("div", {
				class: "row",
				children: [
					a(HttpStatus, { status: last.status }),
					a("span", {
						class: "mono cut grow",
						children: [
							last.method,
							" ",
							last.path
						]
					}),
					a("span", {
						class: "muted nowrap",
						children: a(Ago, { at: last.at })
					})
				]
			}), a("p", {
				class: "soft",
				children: last.refusal.message
			})]
		})
	});
}
function AtWork({ ws }) {
	const runs = useService("listRuns", { query: {
		status: "running",
		limit: 5
	} }, [
		"runs",
		"running",
		"control",
		"*"
	]).data?.data ?? [];
	if (runs.length === 0) return null;
	return a(Panel, {
		title: "At work",
		flush: true,
		actions: a("a", {
			class: "small",
			href: href([ws, "runs"], { status: "running" }),
			children: "All at work"
		}),
		children: a("ul", {
			class: "waiting-list",
			children: runs.map((run) => a("li", { children: [
				a(Avatar, {
					name: run.agent_name,
					agent: true
				}),
				a("a", {
					class: "grow stack tight plain-link",
					href: href([
						ws,
						"runs",
						run.id
					]),
					children: [a("span", {
						class: "strong cut",
						children: run.agent_name
					}), a("span", {
						class: "muted small cut",
						children: String(run.input?.task ?? "").split("\n")[0]
					})]
				}),
				a("span", {
					class: "stack tight right",
					children: [a("span", {
						class: "number",
						children: moneyText(run.cost_euros)
					}), a("span", {
						class: "number muted small",
						children: durationText(run.duration_seconds * 1e3)
					})]
				})
			] }, run.id))
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
	return a(Panel, {
		title: `Waits for a person${count > 0 ? ` (${count})` : ""}`,
		flush: true,
		actions: a("a", {
			class: "small",
			href: href([ws, "waiting"]),
			children: "All that waits"
		}),
		children: a(Loaded, {
			read,
			children: ({ approvals, questions }) => approvals.length + questions.length === 0 ? a(Empty, {
				title: "Nothing waits",
				children: a("p", { children: "Approvals, gates of workflows and questions of runs stand here until somebody decides or answers." })
			}) : a("ul", {
				class: "waiting-list",
				children: [questions.slice(0, 3).map(({ run_id, agent_name, question }) => a("li", { children: [
					a(Avatar, {
						name: agent_name,
						agent: true
					}),
					a("a", {
						class: "grow stack tight plain-link",
						href: href([
							ws,
							"runs",
							run_id
						]),
						children: [a("span", {
							class: "strong cut",
							children: question.prompt
						}), a("span", {
							class: "muted small",
							children: [
								agent_name,
								" asks, ",
								a(Ago, { at: question.asked_at })
							]
						})]
					}),
					a("a", {
						class: "button small",
						href: href([
							ws,
							"runs",
							run_id
						]),
						children: "Answer"
					})
				] }, run_id)), approvals.slice(0, 4).map((approval) => a("li", { children: [
					a(Icon, { name: "gate" }),
					a("a", {
						class: "grow stack tight plain-link",
						href: href([ws, "waiting"], { approval: approval.id }),
						children: [a("span", {
							class: "strong cut",
							title: approval.title,
							children: approval.title
						}), a("span", {
							class: "muted small",
							children: [
								approval.kind.replace("_", " "),
								", ",
								a(Ago, { at: approval.requested_at })
							]
						})]
					}),
					a(DecideButtons, {
						approval,
						small: true
					})
				] }, approval.id))]
			})
		})
	});
}
export { Now as default };
