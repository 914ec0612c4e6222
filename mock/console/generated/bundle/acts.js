import { B as bodyOf, G as service, L as Refused, N as workspaceId, R as askControl, U as make, V as control, Y as href, Z as place, b as say, tt as y } from "./parts.js";
// mock/console/state/acts.ts
const lastActs = y([]);
function actor() {
	return place.value.query.get("as") ?? "admin";
}
function actService(id, wanted, options) {
	const key = options.as ?? actor();
	return act(service(id, wanted, `${workspaceId.value}/${key}`), options);
}
function actControl(id, wanted, options) {
	return act(control(id, wanted), options);
}
async function attempt(call, options) {
	const workspace = workspaceId.value;
	const text = (reply) => typeof options.said === "string" ? options.said : options.said(reply);
	const name = typeof options.said === "string" ? options.said : call.id;
	if (options.undo !== false && workspace !== null) await askControl("saveSnapshot", {
		path: { workspace_id: workspace },
		body: {
			name: name.slice(0, 100),
			automatic: true
		}
	});
	const reply = await make(call).then(bodyOf);
	const said = text(reply);
	lastActs.value = [{
		said,
		call
	}, ...lastActs.value].slice(0, 20);
	if (!options.quiet) say(said, {
		call,
		link: options.link?.(reply),
		lines: options.lines?.(reply),
		...options.undo === false ? {} : { undo: () => void undo() }
	});
	return reply;
}
async function act(call, options) {
	try {
		return await attempt(call, options);
	} catch (error) {
		sayRefused(error, call);
		return;
	}
}
function sayRefused(error, call) {
	const workspace = workspaceId.value;
	const exchange = error instanceof Refused ? error.exchange : null;
	say(error instanceof Error ? error.message : String(error), {
		isError: true,
		call,
		link: exchange && workspace ? {
			href: href([
				workspace,
				"journal",
				exchange
			]),
			text: "Why"
		} : void 0
	});
}
async function lastUndo() {
	const workspace_id = workspaceId.value;
	if (workspace_id === null) return void 0;
	const { data } = await askControl("listSnapshots", {
		path: { workspace_id },
		query: { automatic: true }
	});
	const snapshot = data.at(-1);
	if (!snapshot) return void 0;
	return {
		snapshot,
		clients: (await askControl("listExchanges", {
			path: { workspace_id },
			query: { since: snapshot.at }
		})).data.filter(({ method, console }) => !console && method !== "GET").length,
		more: data.length - 1
	};
}
let undoing = Promise.resolve();
function undo() {
	undoing = undoing.then(undoLast);
	return undoing;
}
async function undoLast() {
	const workspace_id = workspaceId.value;
	const last = await lastUndo().catch(() => void 0);
	if (!last || workspace_id === null) {
		say("There is nothing to undo.");
		return;
	}
	const { snapshot, clients } = last;
	const path = {
		workspace_id,
		snapshot_id: snapshot.id
	};
	try {
		await askControl("restoreSnapshot", { path });
		await askControl("deleteSnapshot", { path });
	} catch (error) {
		sayRefused(error);
		return;
	}
	const others = clients === 0 ? "" : ` This also took back ${clients} ${clients === 1 ? "call" : "calls"} of your client.`;
	say(`Undone: ${snapshot.name}.${others}`);
}
export { lastActs as a, undo as c, attempt as i, actService as n, lastUndo as o, actor as r, sayRefused as s, actControl as t };
