import { G as service, I as a, J as go, N as workspaceId, Y as href, at as d, g as Select, i as Dialog, m as Problem, n as Button, nt as A, s as Field, st as $ } from "./parts.js";
import { AsCode } from "./code-view.js";
import { i as attempt, r as actor } from "./acts.js";
import { o as useControl, s as useService } from "./app.js";
import { t as KeySelect } from "./key-select.js";
// mock/console/screens/parts/start-run.tsx
const ready = {
	"agent-that-finishes": "finishes",
	"agent-that-is-slow": "is slow",
	"agent-that-fails": "fails",
	"agent-that-asks-text": "asks for a text",
	"agent-that-asks-fields": "asks for fields",
	"agent-that-asks-decisions": "asks for decisions",
	"agent-that-waits-for-approval": "waits for an approval",
	"agent-that-uses-tools": "uses tools"
};
const scripts = [
	["", "The agent’s own"],
	["work 5s; ask Which price list?; finish Used {{answer}}.", "Works, asks, finishes"],
	["work 2s; say Looking at the invoices.; tool find_invoices 3s; say Two of them are late.; finish Done.", "Talks and uses a tool"],
	["work 3s; approval Pay 4,200 euros?; work 2s; finish Paid.", "Waits for an approval"],
	["work 2s; fail The supplier’s portal did not answer.", "Fails"],
	["ask-fields What was agreed?: amount number, currency text; finish Noted.", "Asks for fields"]
];
const steps = [
	"work 5s",
	"say …",
	"tool name 2s",
	"ask …",
	"ask-fields …: amount number",
	"approval …",
	"fail …",
	"finish …"
];
function StartRun({ agentId, onClose }) {
	const workspace = workspaceId.value;
	const roles = useControl("readWorkspace", { path: { workspace_id: workspace } }, []);
	const agents = useService("listAgents", { query: { limit: 100 } }, ["agents"]);
	const handles = Object.entries(roles.data?.roles.agents ?? {});
	const handleOf = new Map(handles.map(([handle, id]) => [id, handle]));
	const [agent, setAgent] = d(agentId ?? "");
	const [task, setTask] = d("Check invoice 17 against its purchase order.");
	const [script, setScript] = d("");
	const [key, setKey] = d(actor());
	const [error, setError] = d();
	A(() => {
		if (agent === "") setAgent(roles.data?.roles.agents["agent-that-asks-text"] ?? agents.data?.data[0]?.id ?? "");
	}, [roles.data, agents.data]);
	const body = {
		triggered_by: "console",
		input: {
			task,
			...script ? { mock_script: script } : {}
		}
	};
	const call = service("startRun", {
		path: { agent_id: agent },
		body
	}, `${workspace}/${key}`);
	const start = async () => {
		setError(void 0);
		try {
			const { run_id } = await attempt(call, { said: "The run has started" });
			onClose();
			go(href([
				workspace,
				"runs",
				run_id
			]));
		} catch (error) {
			setError(error);
		}
	};
	const list = [...agents.data?.data ?? []].sort((a, b) => Number(handleOf.has(b.id)) - Number(handleOf.has(a.id)));
	return a(Dialog, {
		title: "Start a run",
		onClose,
		onSubmit: () => void start(),
		footer: a($, { children: [
			a(Button, {
				type: "submit",
				kind: "primary",
				disabled: agent === "",
				children: "Start"
			}),
			a("span", {
				class: "muted",
				children: "as"
			}),
			a("span", {
				class: "key-select",
				children: a(KeySelect, {
					value: key,
					onChange: setKey,
					label: "Start as",
					scope: "agents:run"
				})
			})
		] }),
		children: [
			a(Field, {
				label: "Agent",
				children: a(Select, {
					value: agent,
					onChange: setAgent,
					options: list.map(({ id, name }) => {
						const what = ready[handleOf.get(id) ?? ""];
						return [id, what ? `${name} (${what})` : name];
					})
				})
			}),
			a(Field, {
				label: "Task",
				children: a("textarea", {
					class: "textarea",
					rows: 2,
					value: task,
					onInput: (event) => setTask(event.currentTarget.value)
				})
			}),
			a(Field, {
				label: "What it does",
				children: a(Select, {
					value: scripts.some(([text]) => text === script) ? script : "own",
					onChange: (value) => setScript(value === "own" ? "work 2s; finish Done." : value),
					options: [...scripts, ["own", "A script of your own"]]
				})
			}),
			script ? a(Field, {
				label: "Script",
				hint: "Steps are separated by ; — any client can send them as input.mock_script.",
				children: a("textarea", {
					class: "textarea mono",
					rows: 2,
					value: script,
					onInput: (event) => setScript(event.currentTarget.value)
				})
			}) : null,
			script ? a("div", {
				class: "row wrap",
				role: "group",
				"aria-label": "Add a step",
				children: steps.map((step) => a(Button, {
					small: true,
					onClick: () => setScript(`${script.replace(/;?\s*$/, "")}; ${step}`),
					children: step
				}, step))
			}) : null,
			error ? a(Problem, { error }) : null,
			a("details", { children: [a("summary", {
				class: "muted small",
				children: "As code"
			}), a(AsCode, { call })] })
		]
	});
}
export { StartRun };
