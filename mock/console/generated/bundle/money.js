import { I as a, X as hrefHere, Y as href, Z as place, at as d, c as Figure, f as Page, g as Select, h as Segments, it as T, n as Button, nt as A, p as Panel, st as $, u as Loaded } from "./parts.js";
import { c as countText, d as moneyText } from "./values.js";
import { t as actControl } from "./acts.js";
import { s as useService } from "./app.js";
// mock/console/kit/charts.tsx
const HEIGHT = 190;
const LEFT = 52;
const TOP = 16;
function DayBars({ points, label, text }) {
	const frame = T(null);
	const [width, setWidth] = d(720);
	A(() => {
		const observer = new ResizeObserver(([entry]) => setWidth(Math.max(260, entry.contentRect.width)));
		observer.observe(frame.current);
		return () => observer.disconnect();
	}, []);
	const [first = 0, second = 0] = points.map(({ value }) => value).sort((a, b) => b - a);
	const ticks = ticksTo(second > 0 && first > 4 * second ? second * 1.1 : first);
	const top = ticks.at(-1) || 1;
	const step = (width - LEFT) / Math.max(1, points.length);
	const y = (value) => TOP + 152 * (1 - Math.min(value, top) / top);
	const every = Math.ceil(points.length / Math.max(2, Math.floor(width / 90)));
	return a("figure", {
		ref: frame,
		children: [a("svg", {
			class: "chart",
			viewBox: `0 0 ${width} ${HEIGHT}`,
			width,
			height: HEIGHT,
			role: "img",
			"aria-label": label,
			children: [ticks.map((tick) => a("g", { children: [a("line", {
				class: "grid-line",
				x1: LEFT,
				x2: width,
				y1: y(tick),
				y2: y(tick)
			}), a("text", {
				x: 44,
				y: y(tick) + 4,
				"text-anchor": "end",
				children: text(tick)
			})] }, tick)), points.map(({ date, value }, index) => {
				const x = LEFT + index * step;
				const isOver = value > top;
				return a("g", { children: [
					a("rect", {
						class: "bar",
						x: x + step * .14,
						width: Math.max(1, step * .72),
						y: isOver ? 8 : y(value),
						height: Math.max(value > 0 ? 1.5 : 0, 168 - (isOver ? 8 : y(value))),
						rx: Math.min(3, step * .2)
					}),
					isOver ? a("path", {
						class: "bar-cut",
						d: `M${x} 23 l${step / 4} -4 l${step / 4} 4 l${step / 4} -4 l${step / 4} 4 v3 l-${step / 4} -4 l-${step / 4} 4 l-${step / 4} -4 l-${step / 4} 4 z`
					}) : null,
					isOver ? a("text", {
						x: x + step + 4,
						y: 17,
						children: text(value)
					}) : null,
					index % every === 0 ? a("text", {
						x: x + step / 2,
						y: 184,
						"text-anchor": "middle",
						children: dayLabel(date)
					}) : null,
					a("rect", {
						class: "hit",
						x,
						width: step,
						y: TOP,
						height: 152,
						children: a("title", { children: `${dayLabel(date)}: ${text(value)}` })
					})
				] }, date);
			})]
		}), a("details", {
			class: "chart-numbers",
			children: [a("summary", {
				class: "muted small",
				children: "Numbers"
			}), a("table", {
				class: "table plain",
				children: a("tbody", { children: [...points].reverse().map(({ date, value }) => a("tr", { children: [a("th", {
					scope: "row",
					children: date
				}), a("td", {
					class: "number",
					children: text(value)
				})] }, date)) })
			})]
		})]
	});
}
function dayLabel(date) {
	return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", {
		day: "numeric",
		month: "short",
		timeZone: "UTC"
	});
}
function ticksTo(max) {
	if (!(max > 0)) return [0, 1];
	const raw = max / 3;
	const power = 10 ** Math.floor(Math.log10(raw));
	const step = [
		1,
		2,
		2.5,
		5,
		10
	].map((one) => one * power).find((one) => one >= raw) ?? raw;
	return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step);
}
function NameBars({ rows, text, most = 8 }) {
	const [isAll, setAll] = d(false);
	const max = Math.max(...rows.map(({ value }) => value), 1e-6);
	const shown = isAll ? rows : rows.slice(0, most);
	return a("div", {
		class: "stack",
		children: [a("div", {
			class: "bars",
			children: shown.map(({ id, name, value, href }) => a($, { children: [
				href ? a("a", {
					class: "cut",
					href,
					title: name,
					children: name
				}) : a("span", {
					class: "cut",
					title: name,
					children: name
				}),
				a("span", {
					class: "bar-track",
					children: a("span", { style: { width: `${value / max * 100}%` } })
				}, id),
				a("span", {
					class: "number right",
					children: text(value)
				})
			] }))
		}), rows.length > most ? a("button", {
			type: "button",
			class: "link small",
			onClick: () => setAll(!isAll),
			children: isAll ? "Fewer" : `${rows.length - most} more`
		}) : null]
	});
}
// mock/console/screens/money.tsx
const on = [
	"runs",
	"running",
	"conversations",
	"tenant",
	"control",
	"*"
];
const ranges = [
	"7",
	"30",
	"90"
];
function Money({ path }) {
	const ws = path[0];
	const days = Number(place.value.query.get("days") ?? "30");
	const query = { days };
	const wallet = useService("getWallet", {}, on);
	const overTime = useService("getSpendOverTime", { query }, on);
	const byAgent = useService("getSpendByAgent", { query }, on);
	const byModel = useService("getSpendByModel", { query }, on);
	const byTeam = useService("getSpendByTeam", { query }, on);
	const byUser = useService("getSpendByUser", { query }, on);
	A(() => {
		document.title = "Money · Agent Work mock";
	}, []);
	const agents = byAgent.data?.data.filter(({ agent_id }) => agent_id !== null) ?? [];
	const rest = byAgent.data?.data.find(({ agent_id }) => agent_id === null)?.spend_euros ?? 0;
	const most = agents[0];
	return a(Page, {
		title: "Money",
		note: "Every cent is charged once; these are the same figures that your client reads.",
		actions: a(Segments, {
			label: "How far back",
			current: String(days),
			options: ranges.map((id) => ({
				id,
				text: `${id} days`,
				href: hrefHere({ days: id === "30" ? null : id })
			}))
		}),
		children: [
			a("dl", {
				class: "figures",
				children: [
					a(Figure, {
						label: `Spend in ${days} days`,
						note: wallet.data ? `${moneyText(wallet.data.spend_today_euros)} of it today` : " ",
						children: overTime.data ? moneyText(overTime.data.total_spend_euros) : "–"
					}),
					a(Figure, {
						label: "Balance",
						note: "in the wallet",
						children: wallet.data ? moneyText(wallet.data.balance_euros) : "–"
					}),
					a(Figure, {
						label: "Costliest agent",
						note: most ? moneyText(most.spend_euros) : " ",
						children: most ? a("a", {
							class: "plain-link",
							href: href([
								ws,
								"agents",
								most.agent_id
							]),
							children: most.agent_name
						}) : "–"
					})
				]
			}),
			a(Panel, {
				title: "Spend by day",
				children: a(Loaded, {
					read: overTime,
					children: ({ data }) => a(DayBars, {
						label: `Spend by day over ${days} days`,
						points: data.map(({ date, spend_euros }) => ({
							date,
							value: spend_euros
						})),
						text: shortMoney
					})
				})
			}),
			a("div", {
				class: "columns even",
				children: [a("div", {
					class: "stack loose",
					children: [
						a(Panel, {
							title: "By agent",
							children: a(Loaded, {
								read: byAgent,
								children: () => a("div", {
									class: "stack",
									children: [a(NameBars, {
										rows: agents.map(({ agent_id, agent_name, spend_euros }) => ({
											id: agent_id,
											name: agent_name,
											value: spend_euros,
											href: href([
												ws,
												"agents",
												agent_id
											])
										})),
										text: moneyText
									}), rest > 0 ? a("p", {
										class: "muted small",
										children: [
											"and ",
											moneyText(rest),
											" by no agent: the plan, completions and searches."
										]
									}) : null]
								})
							})
						}),
						a(Panel, {
							title: "By team",
							children: a(Loaded, {
								read: byTeam,
								children: ({ data }) => a(NameBars, {
									rows: data.filter(({ team_id }) => team_id !== null).map(({ team_id, team_name, spend_euros }) => ({
										id: team_id,
										name: team_name,
										value: spend_euros
									})),
									text: moneyText
								})
							})
						}),
						a(Wallet, { ws })
					]
				}), a("div", {
					class: "stack loose",
					children: [
						a(Panel, {
							title: "By model",
							children: a(Loaded, {
								read: byModel,
								children: ({ data }) => a(NameBars, {
									rows: data.filter(({ model }) => model !== null).map(({ model, model_name, spend_euros }) => ({
										id: model,
										name: model_name,
										value: spend_euros
									})),
									text: moneyText
								})
							})
						}),
						a(Panel, {
							title: "By person",
							children: a(Loaded, {
								read: byUser,
								children: ({ data }) => a(NameBars, {
									rows: data.filter(({ user_id }) => user_id !== null).map(({ user_id, user_name, spend_euros }) => ({
										id: user_id,
										name: user_name,
										value: spend_euros
									})),
									text: moneyText
								})
							})
						}),
						a(Plan, { ws })
					]
				})]
			}),
			a(Statement, {})
		]
	});
}
function shortMoney(euros) {
	return euros === 0 ? "€0" : euros < 10 ? `€${euros.toFixed(euros < 1 ? 2 : euros % 1 === 0 ? 0 : 2)}` : `€${Math.round(euros)}`;
}
function Wallet({ ws }) {
	const path = { workspace_id: ws };
	const [amount, setAmount] = d("50");
	return a(Panel, {
		title: "The wallet, as a person fills it",
		children: a("div", {
			class: "row wrap",
			children: [
				a("input", {
					class: "input short",
					type: "number",
					min: "0",
					step: "0.01",
					"aria-label": "Euros",
					value: amount,
					onInput: (event) => setAmount(event.currentTarget.value)
				}),
				a(Button, {
					onClick: () => void actControl("topUp", {
						path,
						body: { euros: Number(amount) }
					}, { said: `Topped up by ${moneyText(Number(amount))}` }),
					children: "Top up"
				}),
				a(Button, {
					onClick: () => void actControl("setBalance", {
						path,
						body: { balance_euros: Number(amount) }
					}, { said: `The balance is ${moneyText(Number(amount))}` }),
					children: "Set the balance"
				}),
				a(Button, {
					kind: "danger",
					onClick: () => void actControl("setBalance", {
						path,
						body: { balance_euros: 0 }
					}, { said: "The balance is €0: runs are refused with 402 now" }),
					children: "Set to €0"
				})
			]
		})
	});
}
function Plan({ ws }) {
	const read = useService("getEntitlements", {}, on);
	return a(Panel, {
		title: "Plan",
		children: a(Loaded, {
			read,
			children: ({ plan, caps, usage, features }) => a("div", {
				class: "stack loose",
				children: [
					a("div", {
						class: "row wrap",
						children: [
							a("span", {
								class: "strong",
								children: plan.name
							}),
							a("span", {
								class: "muted grow",
								children: [moneyText(plan.monthly_price_euros), " a month"]
							}),
							a("span", {
								class: "key-select",
								children: a(Select, {
									label: "Plan",
									value: plan.id.replace(/^plan_/, ""),
									onChange: (name) => void actControl("setPlan", {
										path: { workspace_id: ws },
										body: { plan: name }
									}, { said: ({ name }) => `The plan is ${name}` }),
									options: [
										["starter", "Starter"],
										["business", "Business"],
										["enterprise", "Enterprise"]
									]
								})
							})
						]
					}),
					a("div", {
						class: "caps",
						children: Object.entries(caps).map(([name, cap]) => {
							const used = Number(usage[name] ?? 0);
							const most = typeof cap === "number" ? cap : null;
							const share = most ? Math.min(1, used / most) : 0;
							return a($, { children: [
								a("span", { children: name.replaceAll("_", " ") }, name),
								a("span", {
									class: `meter ${share > .9 ? "red" : share > .75 ? "amber" : ""}`,
									children: a("span", { style: { width: `${share * 100}%` } })
								}),
								a("span", {
									class: "number right small",
									children: [
										countText(used),
										" of ",
										most === null ? "any" : countText(most)
									]
								})
							] });
						})
					}),
					a("p", {
						class: "muted small",
						children: Object.entries(features).map(([name, has]) => `${has ? "✓" : "✗"} ${name.replaceAll("_", " ")}`).join("   ")
					})
				]
			})
		})
	});
}
function Statement() {
	const read = useService("getMonthlyStatement", {}, on);
	const [isAll, setAll] = d(false);
	return a(Panel, {
		title: read.data ? `Statement of ${read.data.month}` : "Statement",
		flush: true,
		children: a(Loaded, {
			read,
			children: ({ lines, headline }) => a("div", {
				class: "table-frame",
				children: a("table", {
					class: "table",
					children: [a("thead", { children: a("tr", { children: [
						a("th", {
							scope: "col",
							children: "For"
						}),
						a("th", {
							scope: "col",
							class: "right",
							children: "Number"
						}),
						a("th", {
							scope: "col",
							class: "right",
							children: "Amount"
						})
					] }) }), a("tbody", { children: [
						lines.slice(0, isAll ? void 0 : 8).map(({ kind, description, quantity, amount_euros }) => a("tr", { children: [
							a("td", {
								class: "wide cut",
								children: description
							}),
							a("td", {
								class: "right number",
								children: countText(quantity)
							}),
							a("td", {
								class: "right number",
								children: moneyText(amount_euros)
							})
						] }, kind + description)),
						lines.length > 8 ? a("tr", { children: a("td", {
							colSpan: 3,
							children: a("button", {
								type: "button",
								class: "link",
								onClick: () => setAll(!isAll),
								children: isAll ? "Fewer lines" : `${lines.length - 8} more lines`
							})
						}) }) : null,
						a("tr", { children: [
							a("td", {
								class: "strong",
								children: "In all"
							}),
							a("td", {}),
							a("td", {
								class: "right number strong",
								children: moneyText(headline.total_euros)
							})
						] })
					] })]
				})
			})
		})
	});
}
export { Money as default };
