import { I as a, J as go, R as askControl, U as make, V as control, Y as href, a as Empty, b as say, f as Page, n as Button, nt as A, p as Panel, st as $, u as Loaded } from "./parts.js";
import { t as Json } from "./json.js";
import { s as Time, t as Ago } from "./values.js";
import { s as sayRefused, t as actControl } from "./acts.js";
import { l as openNewWorkspace, o as useControl } from "./app.js";
// mock/console/screens/snapshots.tsx
function Snapshots({ path }) {
	A(() => {
		document.title = "Snapshots · Agent Work mock";
	}, []);
	return path[2] ? a(Difference, {
		ws: path[0],
		id: path[2]
	}) : a(SnapshotList, { ws: path[0] });
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
	return a(Page, {
		title: "Snapshots",
		note: "Everything in the workspace at one instant, the time included. Saving and restoring take a few milliseconds.",
		actions: a($, { children: [
			a(Button, {
				onClick: () => confirm(`Take ${ws} back to its beginning?`) && void actControl("resetWorkspace", { path: where }, { said: "As it was at its beginning" }),
				children: "Reset the workspace"
			}),
			a(Button, {
				onClick: () => chooseFile(),
				children: "Open a file"
			}),
			a(Button, {
				kind: "primary",
				icon: "snapshots",
				onClick: save,
				children: "Save now"
			})
		] }),
		children: a("div", {
			class: "columns even",
			children: [a(Panel, {
				title: "Saved",
				flush: true,
				children: a(Loaded, {
					read,
					children: ({ data }) => data.length === 0 ? a(Empty, {
						title: "None saved",
						children: [a("p", { children: "Save one before you try something, and come back to it, fork it, or see what changed." }), a(Button, {
							onClick: save,
							children: "Save now"
						})]
					}) : a("ul", {
						class: "cards",
						children: [...data].reverse().map((snapshot) => a(Row, {
							ws,
							snapshot
						}, snapshot.id))
					})
				})
			}), a(Panel, {
				title: "What the console can undo",
				flush: true,
				children: a(Loaded, {
					read: undos,
					children: ({ data }) => data.length === 0 ? a(Empty, {
						title: "Nothing yet",
						children: a("p", { children: "Before each change that it makes, the console takes a snapshot by itself. The last twenty stand here." })
					}) : a("ul", {
						class: "cards",
						children: [...data].reverse().map((snapshot) => a(Row, {
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
	return a("li", { children: a("div", {
		class: "row between wrap",
		children: [a("span", {
			class: "stack tight",
			children: [a("span", {
				class: "strong",
				children: isUndo ? `Before: ${name}` : name
			}), a("span", {
				class: "muted small",
				children: [
					a(Time, { at }),
					", ",
					a(Ago, { at }),
					" · ",
					rows.toLocaleString("en"),
					" rows"
				]
			})]
		}), a("span", {
			class: "row wrap",
			children: [
				a("a", {
					class: "button small",
					href: href([
						ws,
						"snapshots",
						id,
						"difference"
					]),
					children: "Difference"
				}),
				a(Button, {
					small: true,
					onClick: () => void actControl("restoreSnapshot", { path }, { said: isUndo ? `Back to before: ${name}` : `Back at ${name}` }),
					children: isUndo ? "Go back" : "Restore"
				}),
				isUndo ? null : a($, { children: [
					a(Button, {
						small: true,
						onClick: () => void download(path, name),
						children: "Save as file"
					}),
					a(Button, {
						small: true,
						onClick: () => openNewWorkspace(id),
						children: "Fork"
					}),
					a(Button, {
						small: true,
						kind: "quiet",
						icon: "close",
						label: `Delete ${name}`,
						onClick: () => void askControl("deleteSnapshot", { path }).then(() => say(`Deleted ${name}`), (error) => sayRefused(error))
					})
				] })
			]
		})]
	}) });
}
async function download(path, name) {
	try {
		const packed = (await (await make(control("readSnapshotFile", { path }))).blob()).stream().pipeThrough(new CompressionStream("gzip"));
		const link = document.createElement("a");
		link.href = URL.createObjectURL(await new Response(packed).blob());
		link.download = `${name.replaceAll(/[^\w.-]+/g, "-")}.snapshot`;
		link.click();
		URL.revokeObjectURL(link.href);
		say(`Saved ${link.download}, without the secrets of keys`);
	} catch (error) {
		sayRefused(error);
	}
}
function chooseFile() {
	const input = document.createElement("input");
	input.type = "file";
	input.accept = ".snapshot,.gz,.ndjson";
	input.onchange = () => void (input.files?.[0] && openFile(input.files[0]));
	input.click();
}
async function openFile(file) {
	try {
		const stream = new Uint8Array(await file.slice(0, 2).arrayBuffer())[0] === 31 ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
		const text = await new Response(stream).text();
		const made = await askControl("createWorkspace", { body: { from: { file: text } } });
		say(`Made ${made.id} from ${file.name}`);
		go(href([made.id]));
	} catch (error) {
		sayRefused(error);
	}
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
	return a(Page, {
		title: `What changed since ${id}`,
		note: a("a", {
			href: href([ws, "snapshots"]),
			children: "All snapshots"
		}),
		children: a(Loaded, {
			read,
			children: ({ added, changed, removed, tables, from, to }) => a($, { children: [
				a("p", {
					class: "soft",
					children: [
						"From ",
						a(Time, { at: from.at }),
						" to ",
						a(Time, { at: to.at }),
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
				tables.length === 0 ? a(Panel, { children: a(Empty, { title: "Nothing changed" }) }) : null,
				tables.map((table) => a(Table, { table }, table.table))
			] })
		})
	});
}
function Table({ table: { table, added, changed, removed, left_out } }) {
	return a(Panel, {
		title: table.replaceAll("_", " "),
		actions: a("span", {
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
		children: a("div", {
			class: "stack",
			children: [
				changed.map(({ id, fields }) => a("div", {
					class: "stack tight",
					children: [a("span", {
						class: "mono strong",
						children: id
					}), a("table", {
						class: "table plain diff",
						children: [a("thead", {
							class: "only-read",
							children: a("tr", { children: [
								a("th", {
									scope: "col",
									children: "Field"
								}),
								a("th", {
									scope: "col",
									children: "Before"
								}),
								a("th", {
									scope: "col",
									children: "After"
								})
							] })
						}), a("tbody", { children: fields.map(({ field, before, after }) => a("tr", { children: [
							a("th", {
								scope: "row",
								class: "mono",
								children: field
							}),
							a("td", {
								class: "mono was",
								children: short(before)
							}),
							a("td", {
								class: "mono is",
								children: short(after)
							})
						] }, field)) })]
					})]
				}, id)),
				added.map((row) => a("details", { children: [a("summary", {
					class: "mono",
					children: [
						a("span", {
							class: "tag",
							children: "added"
						}),
						" ",
						row.id
					]
				}), a(Json, { value: row })] }, row.id)),
				removed.map((row) => a("details", { children: [a("summary", {
					class: "mono",
					children: [
						a("span", {
							class: "tag red",
							children: "removed"
						}),
						" ",
						row.id
					]
				}), a(Json, { value: row })] }, row.id)),
				left_out > 0 ? a("p", {
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
