import { I as a, J as go, X as hrefHere, Z as place, at as d, n as Button, st as $ } from "./parts.js";
import { p as later } from "./app.js";
// mock/console/screens/parts/start-run-button.tsx
const StartRun = later(() => import("./start-run.js").then((it) => it.StartRun));
function StartRunButton({ agentId, small = false }) {
	const [isOpen, setOpen] = d(place.value.query.get("start") !== null && agentId === void 0);
	return a($, { children: [a(Button, {
		kind: "primary",
		icon: "runs",
		small,
		onClick: () => setOpen(true),
		children: "Start a run"
	}), isOpen ? a(StartRun, {
		agentId,
		onClose: () => {
			setOpen(false);
			if (place.value.query.get("start")) go(hrefHere({ start: null }), true);
		}
	}) : null] });
}
export { StartRunButton as t };
