import { E as now, I as a, et as x, tt as y, v as copy } from "./parts.js";
// mock/console/state/settings.ts
function stored(name, otherwise) {
	const key = `agent-work-console-${name}`;
	let first = otherwise;
	try {
		first = localStorage.getItem(key) ?? otherwise;
	} catch {}
	const setting = y(first);
	x(() => {
		try {
			localStorage.setItem(key, setting.value);
		} catch {}
	});
	return setting;
}
const scheme = stored("scheme", "system");
const zone$1 = stored("zone", "local");
const singleKeys = stored("single-keys", "on");
const inUtc = { get value() {
	return zone$1.value === "utc";
} };
x(() => {
	if (scheme.value === "system") delete document.documentElement.dataset.scheme;
	else document.documentElement.dataset.scheme = scheme.value;
});
// mock/console/kit/values.tsx
const euro = new Intl.NumberFormat("en-IE", {
	style: "currency",
	currency: "EUR"
});
const euroFine = new Intl.NumberFormat("en-IE", {
	style: "currency",
	currency: "EUR",
	minimumFractionDigits: 4,
	maximumFractionDigits: 4
});
const count = new Intl.NumberFormat("en-IE");
const compact = new Intl.NumberFormat("en-IE", {
	notation: "compact",
	maximumFractionDigits: 1
});
function moneyText(euros) {
	return euros !== 0 && Math.abs(euros) < .1 ? euroFine.format(euros) : euro.format(euros);
}
function countText(value) {
	return count.format(value);
}
function Compact({ value }) {
	return a("span", {
		class: "number",
		title: count.format(value),
		children: value < 1e4 ? count.format(value) : compact.format(value)
	});
}
function percentText(share) {
	return `${Math.round(share * 100)} %`;
}
function durationText(ms) {
	if (ms < 1e3) return `${Math.round(ms)} ms`;
	const seconds = ms / 1e3;
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	if (seconds < 60) return `${Math.round(seconds)} s`;
	const whole = Math.round(seconds);
	if (whole < 3600) return `${Math.floor(whole / 60)} min${whole % 60 ? ` ${whole % 60} s` : ""}`;
	if (whole < 86400) return `${Math.floor(whole / 3600)} h${Math.floor(whole % 3600 / 60) ? ` ${Math.floor(whole % 3600 / 60)} min` : ""}`;
	const days = Math.round(whole / 86400);
	return `${days} ${days === 1 ? "day" : "days"}`;
}
const zone = () => inUtc.value ? "UTC" : void 0;
const formats = new Map();
function format(at, options, timeZone = zone()) {
	const name = JSON.stringify(options) + timeZone;
	let found = formats.get(name);
	if (!found) {
		found = new Intl.DateTimeFormat("en-GB", {
			...options,
			...timeZone ? { timeZone } : {}
		});
		formats.set(name, found);
	}
	return found.format(at);
}
const clockTime = {
	hour: "2-digit",
	minute: "2-digit",
	second: "2-digit"
};
const dayMonth = {
	day: "numeric",
	month: "short"
};
const timeText = (at) => format(at, clockTime);
const dayText = (at) => format(at, {
	weekday: "short",
	...dayMonth
});
function Time({ at, millis = false }) {
	const date = new Date(at);
	const today = new Date(now.value);
	const isToday = format(date, { dateStyle: "short" }) === format(today, { dateStyle: "short" });
	const isThisYear = date.getUTCFullYear() === today.getUTCFullYear();
	const time = format(date, isToday ? clockTime : {
		hour: "2-digit",
		minute: "2-digit"
	});
	const text = isToday ? millis ? `${time}.${String(date.getUTCMilliseconds()).padStart(3, "0")}` : time : `${format(date, isThisYear ? dayMonth : {
		...dayMonth,
		year: "numeric"
	})}, ${time}`;
	const other = inUtc.value ? `${format(date, {
		dateStyle: "medium",
		timeStyle: "medium"
	}, Intl.DateTimeFormat().resolvedOptions().timeZone)} local` : date.toISOString();
	return a("time", {
		class: "number",
		dateTime: date.toISOString(),
		title: other,
		children: text
	});
}
function Ago({ at }) {
	const ms = now.value - new Date(at).getTime();
	const text = Math.abs(ms) < 2e3 ? "just now" : ms < 0 ? `in ${roughly(-ms)}` : `${roughly(ms)} ago`;
	return a("time", {
		class: "nowrap",
		dateTime: new Date(at).toISOString(),
		title: new Date(at).toISOString(),
		children: text
	});
}
function roughly(ms) {
	const seconds = ms / 1e3;
	if (seconds < 60) return `${Math.round(seconds)} s`;
	if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
	if (seconds < 86400) return `${Math.round(seconds / 3600)} h`;
	const days = Math.round(seconds / 86400);
	return days === 1 ? "1 day" : `${days} days`;
}
function idText(id) {
	return id.length <= 18 ? id : `${id.slice(0, id.indexOf("_") + 5)}…${id.slice(-5)}`;
}
function Id({ id, whole = false }) {
	return a("button", {
		type: "button",
		class: "copyable mono",
		title: `Copy ${id}`,
		onClick: () => void copy(id, "Id copied"),
		children: a("span", {
			class: "cut",
			children: whole ? id : idText(id)
		})
	});
}
const colors = {
	running: "blue",
	in_progress: "blue",
	paused: "amber",
	waiting: "amber",
	pending: "amber",
	in_review: "amber",
	completed: "green",
	approved: "green",
	done: "green",
	active: "green",
	failed: "red",
	rejected: "red"
};
function Status({ value, children }) {
	return a("span", {
		class: `status ${colors[value] ?? ""}`,
		children: children ?? value.replaceAll("_", " ")
	});
}
function HttpStatus({ status }) {
	return a("span", {
		class: `tag mono ${status === 0 ? "amber" : status >= 500 ? "red" : status >= 400 ? "red" : ""}`,
		children: status === 0 ? "—" : status
	});
}
function Avatar({ name, agent = false }) {
	const initials = name.split(/\s+/).map((word) => word[0] ?? "").slice(0, 2).join("");
	return a("span", {
		class: `avatar ${agent ? "agent" : ""}`,
		"aria-hidden": "true",
		title: name,
		children: initials.toUpperCase()
	});
}
export { Id as a, countText as c, moneyText as d, percentText as f, zone$1 as g, singleKeys as h, HttpStatus as i, dayText as l, scheme as m, Avatar as n, Status as o, timeText as p, Compact as r, Time as s, Ago as t, durationText as u };
