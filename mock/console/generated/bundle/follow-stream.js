// mock/console/state/follow-stream.ts
const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 5e3;
function followStream({ root, key, workspaces, chats }, lastId, hear) {
	const stop = new AbortController();
	let id = lastId;
	let pause = SHORTEST_PAUSE;
	(async () => {
		while (!stop.signal.aborted) {
			const status = await readOnce().catch(() => null);
			if (stop.signal.aborted) return;
			hear({
				kind: "lost",
				status
			});
			await new Promise((resolve) => setTimeout(resolve, pause));
			pause = Math.min(pause * 2, LONGEST_PAUSE);
		}
	})();
	return () => stop.abort();
	async function readOnce() {
		const url = new URL("_mock/events", root);
		if (workspaces.length > 0) url.searchParams.set("workspaces", workspaces.join(","));
		if (chats.length > 0) url.searchParams.set("chats", chats.join(","));
		const headers = {
			Accept: "text/event-stream",
			"X-Mock-Console": "1"
		};
		if (id !== null) headers["Last-Event-ID"] = id;
		if (key !== "") headers["X-Mock-Control-Key"] = key;
		const reply = await fetch(url, {
			headers,
			cache: "no-store",
			signal: stop.signal
		});
		if (!reply.ok || !reply.body) return reply.status;
		hear({ kind: "live" });
		pause = SHORTEST_PAUSE;
		await readEvents(reply.body, (event) => {
			if (event.id !== null) id = event.id;
			hear({
				kind: "message",
				...event,
				data: JSON.parse(event.data)
			});
		});
		return reply.status;
	}
}
async function readEvents(body, hear) {
	const reader = body.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		text += value;
		for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
			const event = eventIn(text.slice(0, end));
			text = text.slice(end + 2);
			if (event) hear(event);
		}
	}
}
function eventIn(block) {
	let event = "message";
	let id = null;
	const data = [];
	for (const line of block.split("\n")) if (line.startsWith("event: ")) event = line.slice(7);
	else if (line.startsWith("id: ")) id = line.slice(4);
	else if (line.startsWith("data: ")) data.push(line.slice(6));
	return data.length > 0 ? {
		event,
		id,
		data: data.join("\n")
	} : void 0;
}
export { readEvents as n, followStream as t };
