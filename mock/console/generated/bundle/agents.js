import { I as a, J as go, X as hrefHere, Y as href, Z as place, a as Empty, c as Figure, f as Page, m as Problem, nt as A, o as Facts, p as Panel, r as Code, u as Loaded } from "./parts.js";
import { a as Id, d as moneyText, f as percentText, n as Avatar, o as Status, r as Compact, s as Time } from "./values.js";
import { o as useControl, s as useService } from "./app.js";
import { t as Audience } from "./audience.js";
import { t as StartRunButton } from "./start-run-button.js";
// mock/console/screens/agents.tsx
function Agents({ path }) {
	A(() => {
		document.title = "Agents · Agent Work mock";
	}, []);
	return path[2] ? a(AgentScreen, {
		ws: path[0],
		id: path[2]
	}, path[2]) : a(AgentList, { ws: path[0] });
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
	return a(Page, {
		title: "Agents",
		note: "Ready-made ones carry as a tag what their runs do; any agent takes a script of your own.",
		children: [a("search", {
			class: "row filters",
			children: a("input", {
				class: "input filter-text",
				"data-filter": true,
				type: "search",
				placeholder: "Find an agent",
				"aria-label": "Find an agent",
				value: text,
				onInput: (event) => go(hrefHere({ text: event.currentTarget.value || null }), true)
			})
		}), a(Panel, {
			flush: true,
			label: "Agents",
			children: a(Loaded, {
				read,
				children: ({ data }) => {
					const fitting = data.filter(({ name, description, tags }) => `${name} ${description} ${tags.join(" ")}`.toLowerCase().includes(text.toLowerCase()));
					if (fitting.length === 0) return a(Empty, { title: data.length === 0 ? "No agents" : "No agent fits" });
					return a("div", {
						class: "table-frame",
						children: a("table", {
							class: "table",
							children: [a("thead", { children: a("tr", { children: [
								a("th", {
									scope: "col",
									children: "Agent"
								}),
								a("th", {
									scope: "col",
									children: "Does"
								}),
								a("th", {
									scope: "col",
									class: "right",
									children: "Runs in 30 days"
								}),
								a("th", {
									scope: "col",
									class: "right",
									children: "Cost"
								}),
								a("th", {
									scope: "col",
									children: "Sharing"
								})
							] }) }), a("tbody", { children: fitting.map((agent) => {
								const used = byId.get(agent.id);
								const ready = agent.tags.find((tag) => tag.startsWith("agent-"));
								return a("tr", { children: [
									a("td", {
										class: "nowrap",
										children: a("span", {
											class: "row",
											children: [a(Avatar, {
												name: agent.name,
												agent: true
											}), a("a", {
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
									a("td", {
										class: "wide cut soft",
										title: agent.description,
										children: [
											ready ? a("span", {
												class: "tag blue",
												children: ready
											}) : null,
											" ",
											agent.description
										]
									}),
									a("td", {
										class: "right number",
										children: used?.runs ?? 0
									}),
									a("td", {
										class: "right number",
										children: moneyText(used?.cost_euros ?? 0)
									}),
									a("td", { children: agent.visibility === "private" ? a("span", {
										class: "tag amber",
										children: "private"
									}) : a("span", {
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
	if (!agent) return a(Page, {
		title: "Agent",
		note: a(Id, {
			id,
			whole: true
		}),
		children: [read.error ? a(Problem, { error: read.error }) : null, read.error ? a(Panel, {
			title: "Who sees it",
			children: a(Audience, {
				ws,
				id
			})
		}) : null]
	});
	return a(AgentPage, {
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
	return a(Page, {
		title: a("span", {
			class: "row",
			children: [
				a(Avatar, {
					name: agent.name,
					agent: true
				}),
				" ",
				agent.name
			]
		}),
		note: agent.description,
		actions: a(StartRunButton, { agentId: agent.id }),
		children: [a("dl", {
			class: "figures",
			children: [
				a(Figure, {
					label: "Runs",
					note: "in 30 days",
					children: used?.runs ?? 0
				}),
				a(Figure, {
					label: "Success",
					children: used && used.success_rate !== null ? percentText(used.success_rate) : "–"
				}),
				a(Figure, {
					label: "Cost",
					children: moneyText(used?.cost_euros ?? 0)
				}),
				a(Figure, {
					label: "Tokens",
					children: a(Compact, { value: used?.tokens.total ?? 0 })
				})
			]
		}), a("div", {
			class: "columns",
			children: [a("div", {
				class: "stack loose",
				children: [a(Panel, {
					title: "System prompt",
					children: config.system_prompt ? a(Code, { text: config.system_prompt }) : a("p", {
						class: "muted",
						children: "None."
					})
				}), a(Panel, {
					title: "Newest runs",
					flush: true,
					actions: a("a", {
						class: "small",
						href: href([ws, "runs"], { agent: agent.id }),
						children: "All runs"
					}),
					children: a(Loaded, {
						read: runs,
						children: ({ data }) => data.length === 0 ? a(Empty, { title: "No runs yet" }) : a("ul", {
							class: "feed",
							children: data.map((run) => a("li", { children: [a(Time, { at: run.created_at }), a("a", {
								class: "row plain-link",
								href: href([
									ws,
									"runs",
									run.id
								]),
								children: [
									a(Status, { value: run.status }),
									a("span", {
										class: "cut grow",
										children: run.summary ?? run.question?.prompt ?? String(run.input?.task ?? "")
									}),
									a("span", {
										class: "number",
										children: moneyText(run.cost_euros)
									})
								]
							})] }, run.id))
						})
					})
				})]
			}), a("div", {
				class: "stack loose",
				children: [a(Panel, {
					title: "The agent",
					children: a(Facts, { rows: [
						["Owner", people.data?.data.find(({ id }) => id === agent.owner_id)?.name],
						["Sharing", agent.visibility],
						["Model", config.model],
						["Tools", config.tools.length > 0 ? config.tools.join(", ") : "none"],
						["Temperature", String(config.temperature)],
						["Steps", `${config.max_steps} at most`],
						["Tags", a("span", {
							class: "row wrap",
							children: agent.tags.map((tag) => a("span", {
								class: "tag",
								children: tag
							}, tag))
						}, "tags")],
						["Changed", a(Time, { at: agent.updated_at }, "at")],
						["Id", a(Id, { id: agent.id }, "id")]
					] })
				}), a(Panel, {
					title: "Who sees it",
					children: a(Audience, {
						ws,
						id: agent.id
					})
				})]
			})]
		})]
	});
}
export { Agents as default };
