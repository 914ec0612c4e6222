import { I as a, N as workspaceId, g as Select } from "./parts.js";
import { o as useControl } from "./app.js";
// mock/console/screens/parts/key-select.tsx
function KeySelect({ value, onChange, label = "As", scope }) {
	const keys = (useControl("listKeys", { path: { workspace_id: workspaceId.value } }, ["keys", "control"]).data?.data ?? []).map(({ name, person_name, scopes, revoked_at }) => {
		return [name, `${name} · ${person_name}${revoked_at !== null ? " (revoked)" : scope && !scopes.includes(scope) ? ` (lacks ${scope})` : ""}`];
	});
	return a(Select, {
		label,
		value,
		onChange,
		options: keys.length > 0 ? keys : [[value, value]]
	});
}
export { KeySelect as t };
