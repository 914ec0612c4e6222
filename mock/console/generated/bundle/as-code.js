// mock/console/calls/as-code.ts
function asCurl({ api, method, url, wanted: { body } }, base) {
	return [
		"curl",
		...method === "GET" ? [] : [`-X ${method}`],
		...api === "service" ? [`-H "Authorization: Bearer $AGENT_WORK_KEY"`] : [],
		...body === void 0 ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`],
		quoted(`${base}/${url}`)
	].join(" ");
}
function asTypeScript(call, base) {
	return (call.api === "control" ? embeddings[call.id]?.(call.wanted) : void 0) ?? asFetch(call, base);
}
function asFetch({ api, method, url, wanted: { body } }, base) {
	const headers = [...api === "service" ? ["authorization: `Bearer ${process.env.AGENT_WORK_KEY}`"] : [], ...body === void 0 ? [] : [`'content-type': 'application/json'`]];
	const options = [
		...method === "GET" ? [] : [`  method: '${method}',`],
		...headers.length > 0 ? [`  headers: { ${headers.join(", ")} },`] : [],
		...body === void 0 ? [] : [`  body: JSON.stringify(${literal(body)}),`]
	];
	const address = `\`${base}/${url}\``.replaceAll("`", url.includes("'") ? "`" : "'");
	if (options.length === 0) return `await fetch(${address})`;
	return `await fetch(${address}, {\n${options.join("\n")}\n})`;
}
const embeddings = {
	advanceClock: ({ body = {} }) => body.until_idle ? "workspace.clock.untilIdle()" : body.to ? `workspace.clock.to(${literal(body.to)})` : `workspace.clock.advance(${literal(body.by)})`,
	decideApproval: ({ path, body: { outcome, ...rest } = {} }) => {
		return `workspace.people.${{
			approved: "approve",
			rejected: "reject",
			objected: "object"
		}[String(outcome)]}(${args(path.approval_id, rest)})`;
	},
	archiveTask: ({ path }) => `workspace.people.archive(${literal(path.task)})`,
	unarchiveTask: ({ path }) => `workspace.people.unarchive(${literal(path.task)})`,
	runTask: ({ path, body }) => `workspace.people.runTask(${args(path.task, body)})`,
	setBalance: ({ body }) => `workspace.people.setBalance(${literal(body?.balance_euros)})`,
	topUp: ({ body }) => `workspace.people.topUp(${literal(body?.euros)})`,
	setPlan: ({ body }) => `workspace.people.setPlan(${literal(body?.plan)})`,
	createKey: ({ body }) => `workspace.people.createKey(${literal(body)})`,
	changeKey: ({ path, body = {} }) => {
		const key = literal(path.key_id);
		if (Array.isArray(body.scopes)) return `workspace.people.limitKey(${key}, ${literal(body.scopes)})`;
		if (body.revoked_at === null) return `workspace.people.restoreKey(${key})`;
		return body.revoked_at === "now" ? `workspace.people.revokeKey(${key})` : `workspace.people.revokeKey(${key}, ${literal(body.revoked_at)})`;
	},
	setPolicy: ({ body }) => `workspace.people.policy(${literal(body?.rules)})`,
	addFault: ({ body }) => `workspace.faults.add(${literal(body)})`,
	clearFaults: () => "workspace.faults.clear()",
	saveSnapshot: ({ body }) => `const snapshot = workspace.snapshot(${body?.name ? literal(body.name) : ""})`,
	restoreSnapshot: ({ path }) => `workspace.restore(${literal(path.snapshot_id)})`,
	createWorkspace: ({ body }) => `const workspace = mock.workspace(${literal(body ?? {})})`
};
function args(first, second) {
	return second && Object.values(second).some((value) => value !== void 0 && value !== "") ? `${literal(first)}, ${literal(second)}` : literal(first);
}
function literal(value) {
	if (typeof value === "string") return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
	if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
	if (typeof value === "object" && value !== null) {
		const fields = Object.entries(value).filter(([, field]) => field !== void 0);
		if (fields.length === 0) return "{}";
		return `{ ${fields.map(([name, field]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${literal(field)}`).join(", ")} }`;
	}
	return String(value);
}
function quoted(text) {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
export { literal as i, asFetch as n, asTypeScript as r, asCurl as t };
