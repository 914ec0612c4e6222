import { Q as href, V as askControl, _ as Panel, at as A, g as Page, l as Empty, m as Loaded, o as Button, r as useControl, ut as $, w as say, z as a } from "./reads.js";
import { t as Json } from "./json.js";
import { s as Time, t as Ago } from "./values.js";
import { o as sayRefused, t as actControl } from "./acts.js";
import { l as openNewWorkspace } from "./app.js";
// mock/console/screens/snapshots.tsx
function Snapshots({ path }) {
	A(() => {
		document.title = "Snapshots · Agent Work mock";
	}, []);
	return path[2] ? /* @__PURE__ */ a(Difference, {
		ws: path[0],
		id: path[2]
	}) : /* @__PURE__ */ a(SnapshotList, { ws: path[0] });
}
function SnapshotList({ ws }) {
	const where = { workspace_id: ws };
	const read = useControl("listSnapshots", { path: where }, ["control", "*"]);
	const undos = useControl("listSnapshots", {
		path: where,
		query: { automatic: true }
	}, ["control", "*"]);
	const save = () => void actControl("saveSnapshot", {
		path: where,
		body: {}
	}, {
		said: ({ id }) => `Saved ${id}`,
		undo: false
	});
	return /* @__PURE__ */ a(Page, {
		title: "Snapshots",
		note: "Everything in the workspace at one instant, the time included. Saving and restoring take a few milliseconds.",
		actions: /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Button, {
			onClick: () => confirm(`Take ${ws} back to its beginning?`) && void actControl("resetWorkspace", { path: where }, { said: "As it was at its beginning" }),
			children: "Reset the workspace"
		}), /* @__PURE__ */ a(Button, {
			kind: "primary",
			icon: "snapshots",
			onClick: save,
			children: "Save now"
		})] }),
		children: /* @__PURE__ */ a("div", {
			class: "columns even",
			children: [/* @__PURE__ */ a(Panel, {
				title: "Saved",
				flush: true,
				children: /* @__PURE__ */ a(Loaded, {
					read,
					children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Empty, {
						title: "None saved",
						children: [/* @__PURE__ */ a("p", { children: "Save one before you try something, and come back to it, fork it, or see what changed." }), /* @__PURE__ */ a(Button, {
							onClick: save,
							children: "Save now"
						})]
					}) : /* @__PURE__ */ a("ul", {
						class: "cards",
						children: [...data].reverse().map((snapshot) => /* @__PURE__ */ a(Row, {
							ws,
							snapshot
						}, snapshot.id))
					})
				})
			}), /* @__PURE__ */ a(Panel, {
				title: "What the console can undo",
				flush: true,
				children: /* @__PURE__ */ a(Loaded, {
					read: undos,
					children: ({ data }) => data.length === 0 ? /* @__PURE__ */ a(Empty, {
						title: "Nothing yet",
						children: /* @__PURE__ */ a("p", { children: "Before each change that it makes, the console takes a snapshot by itself. The last twenty stand here." })
					}) : /* @__PURE__ */ a("ul", {
						class: "cards",
						children: [...data].reverse().map((snapshot) => /* @__PURE__ */ a(Row, {
							ws,
							snapshot,
							isUndo: true
						}, snapshot.id))
					})
				})
			})]
		})
	});
}
function Row({ ws, snapshot, isUndo = false }) {
	const { id, name, at, rows } = snapshot;
	const path = {
		workspace_id: ws,
		snapshot_id: id
	};
	return /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("div", {
		class: "row between wrap",
		children: [/* @__PURE__ */ a("span", {
			class: "stack tight",
			children: [/* @__PURE__ */ a("span", {
				class: "strong",
				children: isUndo ? `Before: ${name}` : name
			}), /* @__PURE__ */ a("span", {
				class: "muted small",
				children: [
					/* @__PURE__ */ a(Time, { at }),
					", ",
					/* @__PURE__ */ a(Ago, { at }),
					" · ",
					rows.toLocaleString("en"),
					" rows"
				]
			})]
		}), /* @__PURE__ */ a("span", {
			class: "row wrap",
			children: [
				/* @__PURE__ */ a("a", {
					class: "button small",
					href: href([
						ws,
						"snapshots",
						id,
						"difference"
					]),
					children: "Difference"
				}),
				/* @__PURE__ */ a(Button, {
					small: true,
					onClick: () => void actControl("restoreSnapshot", { path }, { said: isUndo ? `Back to before: ${name}` : `Back at ${name}` }),
					children: isUndo ? "Go back" : "Restore"
				}),
				isUndo ? null : /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Button, {
					small: true,
					onClick: () => openNewWorkspace(id),
					children: "Fork"
				}), /* @__PURE__ */ a(Button, {
					small: true,
					kind: "quiet",
					icon: "close",
					label: `Delete ${name}`,
					onClick: () => void askControl("deleteSnapshot", { path }).then(() => say(`Deleted ${name}`), (error) => sayRefused(error))
				})] })
			]
		})]
	}) });
}
function Difference({ ws, id }) {
	const read = useControl("readDifference", {
		path: {
			workspace_id: ws,
			snapshot_id: id
		},
		query: { limit: 50 }
	}, [
		"*",
		"runs",
		"tasks",
		"approvals",
		"workflow_runs",
		"control"
	]);
	return /* @__PURE__ */ a(Page, {
		title: `What changed since ${id}`,
		note: /* @__PURE__ */ a("a", {
			href: href([ws, "snapshots"]),
			children: "All snapshots"
		}),
		children: /* @__PURE__ */ a(Loaded, {
			read,
			children: ({ added, changed, removed, tables, from, to }) => /* @__PURE__ */ a($, { children: [
				/* @__PURE__ */ a("p", {
					class: "soft",
					children: [
						"From ",
						/* @__PURE__ */ a(Time, { at: from.at }),
						" to ",
						/* @__PURE__ */ a(Time, { at: to.at }),
						": ",
						added,
						" rows were added, ",
						changed,
						" changed,",
						" ",
						removed,
						" removed."
					]
				}),
				tables.length === 0 ? /* @__PURE__ */ a(Panel, { children: /* @__PURE__ */ a(Empty, { title: "Nothing changed" }) }) : null,
				tables.map((table) => /* @__PURE__ */ a(Table, { table }, table.table))
			] })
		})
	});
}
function Table({ table: { table, added, changed, removed, left_out } }) {
	return /* @__PURE__ */ a(Panel, {
		title: table.replaceAll("_", " "),
		actions: /* @__PURE__ */ a("span", {
			class: "muted small",
			children: [
				added.length,
				" added, ",
				changed.length,
				" changed, ",
				removed.length,
				" removed"
			]
		}),
		children: /* @__PURE__ */ a("div", {
			class: "stack",
			children: [
				changed.map(({ id, fields }) => /* @__PURE__ */ a("div", {
					class: "stack tight",
					children: [/* @__PURE__ */ a("span", {
						class: "mono strong",
						children: id
					}), /* @__PURE__ */ a("table", {
						class: "table plain diff",
						children: [/* @__PURE__ */ a("thead", {
							class: "only-read",
							children: /* @__PURE__ */ a("tr", { children: [
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Field"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "Before"
								}),
								/* @__PURE__ */ a("th", {
									scope: "col",
									children: "After"
								})
							] })
						}), /* @__PURE__ */ a("tbody", { children: fields.map(({ field, before, after }) => /* @__PURE__ */ a("tr", { children: [
							/* @__PURE__ */ a("th", {
								scope: "row",
								class: "mono",
								children: field
							}),
							/* @__PURE__ */ a("td", {
								class: "mono was",
								children: short(before)
							}),
							/* @__PURE__ */ a("td", {
								class: "mono is",
								children: short(after)
							})
						] }, field)) })]
					})]
				}, id)),
				added.map((row) => /* @__PURE__ */ a("details", { children: [/* @__PURE__ */ a("summary", {
					class: "mono",
					children: [
						/* @__PURE__ */ a("span", {
							class: "tag",
							children: "added"
						}),
						" ",
						row.id
					]
				}), /* @__PURE__ */ a(Json, { value: row })] }, row.id)),
				removed.map((row) => /* @__PURE__ */ a("details", { children: [/* @__PURE__ */ a("summary", {
					class: "mono",
					children: [
						/* @__PURE__ */ a("span", {
							class: "tag red",
							children: "removed"
						}),
						" ",
						row.id
					]
				}), /* @__PURE__ */ a(Json, { value: row })] }, row.id)),
				left_out > 0 ? /* @__PURE__ */ a("p", {
					class: "muted",
					children: [
						"and ",
						left_out,
						" more"
					]
				}) : null
			]
		})
	});
}
function short(value) {
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return (text ?? "–").length > 160 ? `${text.slice(0, 160)}…` : text ?? "–";
}
export { Snapshots as default };
