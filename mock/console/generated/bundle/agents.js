import { $ as hrefHere, Q as href, Z as go, _ as Panel, at as A, et as place, f as Figure, g as Page, i as useService, l as Empty, m as Loaded, r as useControl, s as Code, u as Facts, v as Problem, z as a } from "./reads.js";
import { a as Id, d as moneyText, f as percentText, n as Avatar, o as Status, r as Compact, s as Time } from "./values.js";
import { t as Audience } from "./audience.js";
import { t as StartRunButton } from "./start-run.js";
// mock/console/screens/agents.tsx
function Agents({ path }) {
	A(() => {
		document.title = "Agents · Agent Work mock";
	}, []);
	return path[2] ? /* @__PURE__ */ a(AgentScreen, {
		ws: path[0],
		id: path[2]
	}, path[2]) : /* @__PURE__ */ a(AgentList, { ws: path[0] });
}
function AgentList({ ws }) {
	const read = useService("listAgents", { query: { limit: 100 } }, [
		"agents",
		"control",
		"*"
	]);
	const stats = useService("getAgentStats", { query: { days: 30 } }, ["runs", "*"]);
	const text = place.value.query.get("text") ?? "";
	const byId = new Map((stats.data?.data ?? []).map((one) => [one.agent_id, one]));
	return /* @__PURE__ */ a(Page, {
		title: "Agents",
		note: "Ready-made ones carry as a tag what their runs do; any agent takes a script of your own.",
		children: [/* @__PURE__ */ a("search", {
			class: "row filters",
			children: /* @__PURE__ */ a("input", {
				class: "input filter-text",
				"data-filter": true,
				type: "search",
				placeholder: "Find an agent",
				"aria-label": "Find an agent",
				value: text,
				onInput: (event) => go(hrefHere({ text: event.currentTarget.value || null }), true)
			})
		}), /* @__PURE__ */ a(Panel, {
			flush: true,
			label: "Agents",
			children: /* @__PURE__ */ a(Loaded, {
				read,
				children: ({ data }) => {
					const fitting = data.filter(({ name, description, tags }) => `${name} ${description} ${tags.join(" ")}`.toLowerCase().includes(text.toLowerCase()));
					if (fitting.length === 0) return /* @__PURE__ */ a(Empty, { title: data.length === 0 ? "No agents" : "No agent fits" });
					return /* @__PURE__ */ a("div", {
						class: "table-frame",
						children: /* @__PURE__ */ a("table", {
							class: "table",
							children: [/* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Agent"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Does"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									class: "right",
									children: "Runs in 30 days"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									class: "right",
									children: "Cost"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Sharing"
								})
							] }) }), /* @__PURE__ */ a("tbody", { children: fitting.map((agent) => {
								const used = byId.get(agent.id);
								const ready = agent.tags.find((tag) => tag.startsWith("agent-"));
								return /* @__PURE__ */ a("tr", { children: [
									/* @__PURE__ */ a("td", {
										class: "nowrap",
										children: /* @__PURE__ */ a("span", {
											class: "row",
											children: [/* @__PURE__ */ a(Avatar, {
												name: agent.name,
												agent: true
											}), /* @__PURE__ */ a("a", {
												class: "strong",
												href: href([
													ws,
													"agents",
													agent.id
												]),
												children: agent.name
											})]
										})
									}),
									/* @__PURE__ */ a("td", {
										class: "wide cut soft",
										title: agent.description,
										children: [
											ready ? /* @__PURE__ */ a("span", {
												class: "tag blue",
												children: ready
											}) : null,
											" ",
											agent.description
										]
									}),
									/* @__PURE__ */ a("td", {
										class: "right number",
										children: used?.runs ?? 0
									}),
									/* @__PURE__ */ a("td", {
										class: "right number",
										children: moneyText(used?.cost_euros ?? 0)
									}),
									/* @__PURE__ */ a("td", { children: agent.visibility === "private" ? /* @__PURE__ */ a("span", {
										class: "tag amber",
										children: "private"
									}) : /* @__PURE__ */ a("span", {
										class: "muted",
										children: "shared"
									}) })
								] }, agent.id);
							}) })]
						})
					});
				}
			})
		})]
	});
}
function AgentScreen({ ws, id }) {
	const read = useService("getAgent", { path: { agent_id: id } }, ["agents", "*"]);
	const agent = read.data;
	if (!agent) return /* @__PURE__ */ a(Page, {
		title: "Agent",
		note: /* @__PURE__ */ a(Id, {
			id,
			whole: true
		}),
		children: [read.error ? /* @__PURE__ */ a(Problem, { error: read.error }) : null, read.error ? /* @__PURE__ */ a(Panel, {
			title: "Who sees it",
			children: /* @__PURE__ */ a(Audience, {
				ws,
				id
			})
		}) : null]
	});
	return /* @__PURE__ */ a(AgentPage, {
		ws,
		agent
	});
}
function AgentPage({ ws, agent }) {
	const stats = useService("getAgentStats", { query: { days: 30 } }, ["runs", "*"]);
	const runs = useService("listRuns", { query: {
		agent_id: agent.id,
		limit: 12
	} }, [
		"runs",
		"running",
		"*"
	]);
	const people = useControl("listPeople", { path: { workspace_id: ws } }, ["people"]);
	const used = stats.data?.data.find((one) => one.agent_id === agent.id);
	const { config } = agent;
	return /* @__PURE__ */ a(Page, {
		title: /* @__PURE__ */ a("span", {
			class: "row",
			children: [
				/* @__PURE__ */ a(Avatar, {
					name: agent.name,
					agent: true
				}),
				" ",
				agent.name
			]
		}),
		note: agent.description,
		actions: /* @__PURE__ */ a(StartRunButton, { agentId: agent.id }),
		children: [/* @__PURE__ */ a("dl", {
			class: "figures",
			children: [
				/* @__PURE__ */ a(Figure, {
					label: "Runs",
					note: "in 30 days",
					children: used?.runs ?? 0
				}),
				/* @__PURE__ */ a(Figure, {
					label: "Success",
					children: used && used.success_rate !== null ? percentText(used.success_rate) : "–"
				}),
				/* @__PURE__ */ a(Figure, {
					label: "Cost",
					children: moneyText(used?.cost_euros ?? 0)
				}),
				/* @__PURE__ */ a(Figure, {
					label: "Tokens",
					children: /* @__PURE__ */ a(Compact, { value: used?.tokens.total ?? 0 })
				})
			]
		}), /* @__PURE__ */ a("div", {
			class: "columns",
			children: [/* @__PURE__ */ a("div", {
				class: "stack loose",
				children: [/* @__PURE__ */ a(Panel, {
					title: "System prompt",
					children: config.system_prompt ? /* @__PURE__ */ a(Code, { text: config.system_prompt }) : /* @__PURE__ */ a("p", {
						class: "muted",
						children: "None."
					})
				}), /* @__PURE__ */ a(Panel, {
					title: "Newest runs",
					flush: true,
					actions: /* @__PURE__ */ a("a", {
						class: "small",
						href: href([ws, "runs"], { agent: agent.id }),
						children: "All runs"
					}),
					children: /* @__PURE__ */ a(Loaded, {
						read: runs,
						children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Empty, { title: "No runs yet" }) : /* @__PURE__ */ a("ul", {
							class: "feed",
							children: data.map((run) => /* @__PURE__ */ a("li", { children: [/* @__PURE__ */ a(Time, { at: run.created_at }), /* @__PURE__ */ a("a", {
								class: "row plain-link",
								href: href([
									ws,
									"runs",
									run.id
								]),
								children: [
									/* @__PURE__ */ a(Status, { value: run.status }),
									/* @__PURE__ */ a("span", {
										class: "cut grow",
										children: run.summary ?? run.question?.prompt ?? String(run.input?.task ?? "")
									}),
									/* @__PURE__ */ a("span", {
										class: "number",
										children: moneyText(run.cost_euros)
									})
								]
							})] }, run.id))
						})
					})
				})]
			}), /* @__PURE__ */ a("div", {
				class: "stack loose",
				children: [/* @__PURE__ */ a(Panel, {
					title: "The agent",
					children: /* @__PURE__ */ a(Facts, { rows: [
						["Owner", people.data?.data.find(({ id }) => id === agent.owner_id)?.name],
						["Sharing", agent.visibility],
						["Model", config.model],
						["Tools", config.tools.length > 0 ? config.tools.join(", ") : "none"],
						["Temperature", String(config.temperature)],
						["Steps", `${config.max_steps} at most`],
						["Tags", /* @__PURE__ */ a("span", {
							class: "row wrap",
							children: agent.tags.map((tag) => /* @__PURE__ */ a("span", {
								class: "tag",
								children: tag
							}, tag))
						}, "tags")],
						["Changed", /* @__PURE__ */ a(Time, { at: agent.updated_at }, "at")],
						["Id", /* @__PURE__ */ a(Id, { id: agent.id }, "id")]
					] })
				}), /* @__PURE__ */ a(Panel, {
					title: "Who sees it",
					children: /* @__PURE__ */ a(Audience, {
						ws,
						id: agent.id
					})
				})]
			})]
		})]
	});
}
export { Agents as default };
