import { t as followStream } from "./follow-stream.js";
// mock/console/stream-worker.ts
const tabs = new Set();
let following;
let lastState;
let hello;
let lastId = null;
addEventListener("connect", (event) => {
	const port = event.ports[0];
	const tab = {
		port,
		wanted: {
			root: "",
			key: "",
			workspaces: [],
			chats: []
		}
	};
	tabs.add(tab);
	port.onmessage = ({ data }) => {
		if (data === "bye") tabs.delete(tab);
		else {
			tab.wanted = data;
			if (hello) port.postMessage(hello);
			if (lastState) port.postMessage(lastState);
		}
		follow();
	};
});
function follow() {
	const wanted = [...tabs].map((tab) => tab.wanted);
	const root = wanted.find((one) => one.root !== "")?.root;
	if (root === void 0) {
		following?.stop();
		following = void 0;
		return;
	}
	const key = wanted.find((one) => one.key !== "")?.key ?? "";
	const all = {
		root,
		key,
		workspaces: union(wanted.map((one) => one.workspaces)),
		chats: union(wanted.map((one) => one.chats))
	};
	const url = JSON.stringify([all.workspaces, all.chats]);
	if (following?.url === url && following.key === key) return;
	following?.stop();
	following = {
		url,
		key,
		stop: followStream(all, lastId, (news) => {
			if (news.kind === "message") lastId = news.id;
			if (news.kind === "message" && news.event === "hello") hello = news;
			if (news.kind !== "message") lastState = news;
			for (const { port } of tabs) port.postMessage(news);
		})
	};
}
function union(lists) {
	return [...new Set(lists.flat())].sort();
}
