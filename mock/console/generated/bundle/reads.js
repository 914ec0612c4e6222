import { B as bodyOf, D as onTouched, G as service, L as Refused, N as workspaceId, U as make, V as control, Z as place, nt as A, ot as w, tt as y } from "./parts.js";
// mock/console/state/reads.ts
const MOST_KEPT = 60;
const PAUSE = 120;
const kept = new Map();
onTouched((workspace, what) => {
	for (const one of kept.values()) {
		if (workspace !== "*" && one.workspace !== "*" && workspace !== one.workspace) continue;
		if (!what.has("*") && !one.on.has("*") && [...one.on].every((name) => !what.has(name))) continue;
		if (one.users > 0) readSoon(one);
		else one.isStale = true;
	}
});
function useService(id, wanted, on) {
	return useRead(wanted && service(id, wanted, lookedThrough()), workspaceId.value ?? "*", on);
}
function useControl(id, wanted, on) {
	return useRead(wanted && control(id, wanted), workspaceId.value ?? "*", on);
}
function lookedThrough() {
	return `${workspaceId.value ?? "demo"}/${place.value.query.get("as") ?? "*"}`;
}
const nothing = y({
	data: void 0,
	error: void 0,
	isLoading: false
});
function useRead(call, workspace, on) {
	const name = call && `${call.method} ${call.url} ${call.as ?? ""} ${JSON.stringify(call.wanted.body ?? "")}`;
	const one = w(() => call && name ? keep(name, call, workspace, on) : void 0, [name]);
	A(() => {
		if (!one) return;
		one.users += 1;
		if (one.isStale) readSoon(one, 0);
		return () => {
			one.users -= 1;
		};
	}, [one]);
	return (one?.state ?? nothing).value;
}
function keep(name, call, workspace, on) {
	const known = kept.get(name);
	if (known) {
		kept.delete(name);
		kept.set(name, known);
		return known;
	}
	const one = {
		state: y({
			data: void 0,
			error: void 0,
			isLoading: true
		}),
		call,
		workspace,
		on: new Set(on),
		users: 0,
		isStale: false,
		reading: false,
		timer: void 0
	};
	kept.set(name, one);
	for (const [old, { users }] of kept) {
		if (kept.size <= MOST_KEPT) break;
		if (users === 0) kept.delete(old);
	}
	read(one);
	return one;
}
function readSoon(one, pause = PAUSE) {
	if (one.timer !== void 0) return;
	one.timer = setTimeout(() => {
		one.timer = void 0;
		read(one);
	}, pause);
}
async function read(one) {
	if (one.reading) {
		one.isStale = true;
		return;
	}
	one.reading = true;
	one.isStale = false;
	try {
		const data = await make(one.call).then(bodyOf);
		one.state.value = {
			data,
			error: void 0,
			isLoading: false
		};
	} catch (error) {
		const { data } = one.state.value;
		one.state.value = {
			data: error instanceof Refused ? void 0 : data,
			error,
			isLoading: false
		};
	} finally {
		one.reading = false;
		if (one.isStale && one.users > 0) readSoon(one);
	}
}
function readAgain() {
	for (const one of kept.values()) if (one.users > 0) readSoon(one, 0);
	else one.isStale = true;
}
export { useService as i, readAgain as n, useControl as r, lookedThrough as t };
