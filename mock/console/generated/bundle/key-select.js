import { I as workspaceId, b as Select, r as useControl, z as a } from "./reads.js";
// mock/console/screens/parts/key-select.tsx
function KeySelect({ value, onChange, label = "As", scope }) {
	const keys = (useControl("listKeys", { path: { workspace_id: workspaceId.value } }, ["keys", "control"]).data?.data ?? []).map(({ name, person_name, scopes, revoked_at }) => {
		return [name, `${name} · ${person_name}${revoked_at !== null ? " (revoked)" : scope && !scopes.includes(scope) ? ` (lacks ${scope})` : ""}`];
	});
	return /* @__PURE__ */ a(Select, {
		label,
		value,
		onChange,
		options: keys.length > 0 ? keys : [[value, value]]
	});
}
export { KeySelect as t };
