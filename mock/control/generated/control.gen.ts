// Generated from the contract by `npm run generate`; edit mock/control/**/*.yaml instead.
import type { OperationRow } from '#openapi'

export interface paths {
    "/_mock/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the mock is there
         * @description Answers as soon as the mock listens. Never needs a key.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the mock takes requests
         * @description Answers 503 once the mock is stopping and only finishes what it has begun, and while it cannot write the file of
         *     `--keep`. Never needs a key.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read metrics
         * @description Requests by operation and status, their durations, workspaces, open streams, runs by status, the size of the
         *     journals, memory and processor time, in the text format of Prometheus. Durations are in real time, whatever the
         *     clocks of the workspaces show.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/target.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a target file for the conformance suite
         * @description The address, keys by role, agents, workflows and boards of the workspace that the key in the `Authorization`
         *     header belongs to. Default: the demo.
         */
        get: operations["getTarget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the contract of the service
         * @description The OpenAPI document of the service, as the profile of the mock has it.
         */
        get: operations["getServiceDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/control.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the document of this API
         * @description The OpenAPI document of everything below `/_mock`.
         */
        get: operations["getControlDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens
         * @description Server-sent events: first `hello`, then `news` at most every 50 ms with all that has happened since, and `chat`
         *     with the events of the chats asked for. Following changes nothing, except that what is due happens on time
         *     while somebody follows. A connection that broke is taken up again with `Last-Event-ID`; where that is too long
         *     ago, `hello` says so with `resumed: false`, and everything has to be read anew.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/reference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the reference of the service
         * @description One page that loads nothing from elsewhere.
         */
        get: operations["showReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/reference/control": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the reference of this API
         * @description One page that loads nothing from elsewhere.
         */
        get: operations["showControlReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workspaces
         * @description In the order in which they were created; those of other shards behind the own ones.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description Creates an isolated tenant with keys of its own, which shares no data, clock, journal, faults, rate windows or ids
         *     with any other. It takes less than a millisecond, so every test can have its own.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Read a workspace
         * @description Its keys, the ids of what it started with, and its clock.
         */
        get: operations["readWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description Its keys become unknown, its streams end, and its snapshots are deleted. The demo cannot be deleted.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a workspace
         * @description Restores everything as it was when the workspace was created, including the time. As with a restored snapshot, keys
         *     keep working, open streams end, and the journal continues.
         */
        post: operations["resetWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Read the contract of a workspace
         * @description The OpenAPI document as a deployment with the answers of the workspace's profile would publish it.
         */
        get: operations["getWorkspaceDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Read the clock
         * @description The time in the workspace, how it passes, and when something happens next.
         */
        get: operations["readClock"];
        /**
         * Set how time passes
         * @description A change of the mode keeps the present time. `at` first moves the clock forward, so that everything due until then
         *     happens. To go back in time, restore a snapshot.
         */
        put: operations["setClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock
         * @description Advances the clock by a length of time, to an instant, or until only housekeeping is planned. Everything due on
         *     the way happens in order and at its own instant, and open streams get their events. Send exactly one of `by`,
         *     `to` and `until_idle`.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/agenda": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * List what is planned
         * @description What will happen by itself, soonest first. An answer, a decision or a change of state can change the plan.
         */
        get: operations["readAgenda"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/transitions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * List changes of status
         * @description The latest transitions, oldest first. The journal of a workspace keeps a few thousand.
         */
        get: operations["listTransitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/people": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * List the people
         * @description Everybody in the workspace.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * List what waits for a person
         * @description Pending approvals and gates, and questions of paused runs, oldest first.
         */
        get: operations["listWaiting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/approvals/{approval_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of the approval, the id of the run, task or workflow run that waits for it, a task's reference, a title, or `oldest` for the one that has waited longest. */
                approval_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve, reject or object
         * @description Decides an approval, as a person does in the app; no key can. What waited for it continues or ends at the same
         *     instant. `objected` rejects a workflow's gate while its run continues.
         */
        post: operations["decideApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/tasks/{task}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of the task, or its reference, such as `OPS-12`. */
                task: components["parameters"]["Task"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a task
         * @description Lists show an archived task only on request.
         */
        post: operations["archiveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/tasks/{task}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of the task, or its reference, such as `OPS-12`. */
                task: components["parameters"]["Task"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unarchive a task
         * @description Lists show the task again.
         */
        post: operations["unarchiveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/tasks/{task}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of the task, or its reference, such as `OPS-12`. */
                task: components["parameters"]["Task"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run of a task
         * @description As a person does in the app. For a task that has used up its limits, the run starts later or the request is
         *     refused, depending on the profile of the workspace.
         */
        post: operations["runTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * List the keys
         * @description All keys with their secrets, including revoked ones.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description As a person does in the settings of the workspace, for anybody and with any scopes.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id or the name of the key. */
                key_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Limit, revoke or restore a key
         * @description Replaces its scopes, revokes it now or at an instant to come, or undoes a revocation.
         */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Read the balance
         * @description What is left in the wallet, and the money that came in. The demo tops up its wallet at the beginning of each month;
         *     no reply of the service shows that, because a statement has what was spent.
         */
        get: operations["readBalance"];
        /**
         * Set the balance
         * @description Raises the balance by a top-up, or lowers it by an adjustment, which appears in the statement.
         */
        put: operations["setBalance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/wallet/top-ups": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Top up the wallet
         * @description As a person does in the app.
         */
        post: operations["topUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change the plan
         * @description Caps and features change at once, the fee from the next month on.
         */
        put: operations["setPlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/policy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Read the policy
         * @description The rules by which simulated people decide and answer. Without rules they do nothing by themselves.
         */
        get: operations["readPolicy"];
        /**
         * Set the policy
         * @description From now on, and for everything that waits already, the first rule that matches decides or answers after its delay
         *     by the workspace's clock. The workspace's seed determines what is left to chance.
         */
        put: operations["setPolicy"];
        post?: never;
        /**
         * Delete the policy
         * @description Decisions and answers that were planned do not happen.
         */
        delete: operations["deletePolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/world": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Read the world
         * @description The workspace as a world file in YAML: what it is now, and how its past was made. A mock that starts from it has the
         *     same people, agents, workflows, boards, tasks and documents. Secrets of keys are left out, unless the file gave them.
         */
        get: operations["readWorld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a part of the world
         * @description Takes a part of a world file. Entries are created or replaced by handle; null deletes one. Either everything is done
         *     or nothing: the refusal lists every mistake.
         */
        patch: operations["changeWorld"];
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/world/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The member of the world file. Documents belong to knowledge bases, and have a path of their own here. */
                kind: components["parameters"]["Kind"];
            };
            cookie?: never;
        };
        /**
         * List entries of a kind
         * @description In the order of their declaration, each with its id.
         */
        get: operations["listEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/world/{kind}/{handle}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The member of the world file. Documents belong to knowledge bases, and have a path of their own here. */
                kind: components["parameters"]["Kind"];
                /** @description The handle of the entry, or its id. */
                handle: components["parameters"]["Handle"];
            };
            cookie?: never;
        };
        /**
         * Read an entry
         * @description As a world file declares it, with its id.
         */
        get: operations["readEntry"];
        /**
         * Create or replace an entry
         * @description The body is the entry of a world file, by the schema of its kind. An entry that exists keeps its id; what the body
         *     leaves out gets its default.
         */
        put: operations["putEntry"];
        post?: never;
        /**
         * Delete an entry
         * @description Refused with 409 while something uses it; the message names the users. With `force`, what the app would do happens
         *     first: runs that are under way are stopped, tasks lose their assignee, and other entries no longer name it.
         */
        delete: operations["deleteEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * List the snapshots of a workspace
         * @description Oldest first.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Save a snapshot
         * @description Saves everything as it is now, including what is planned. A snapshot costs next to nothing.
         */
        post: operations["saveSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        /**
         * Read a snapshot
         * @description When it was taken, and how many rows it has.
         */
        get: operations["readSnapshot"];
        put?: never;
        post?: never;
        /**
         * Delete a snapshot
         * @description Workspaces that were forked from it remain.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/snapshots/{snapshot_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Save a snapshot of any workspace as a file
         * @description As `readSnapshotFile`, for who does not know the workspace. Shards fetch snapshots of each other by it.
         */
        get: operations["readAnySnapshotFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of a snapshot, `now` for the workspace as it is, or `beginning` for what it was when it was made. */
                snapshot_id: string;
            };
            cookie?: never;
        };
        /**
         * Save a snapshot as a file
         * @description Everything in the workspace as JSON lines, to be loaded into another mock by `POST /_mock/workspaces` with
         *     `{ "from": { "file": … } }`. Secrets of keys are left out, and made anew when it is loaded.
         */
        get: operations["readSnapshotFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a snapshot
         * @description Restores everything as it was, including the time. All keys keep working, also those created since. Open streams
         *     end, as when a server restarts; rate windows start anew; the journal continues.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/difference": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        /**
         * Read the difference to a snapshot
         * @description What was added, changed and removed, table by table and field by field.
         */
        get: operations["readDifference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * List exchanges
         * @description Summaries of the exchanges that match, oldest first, without secrets. The journal keeps the last thousand. To see
         *     bodies, read one exchange; to search them, use `find`.
         */
        get: operations["listExchanges"];
        put?: never;
        post?: never;
        /**
         * Clear the journal
         * @description Numbering continues, and coverage keeps its counts.
         */
        delete: operations["clearJournal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/journal/exchanges/{exchange_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The header `X-Mock-Exchange` of every reply has it. */
                exchange_id: components["parameters"]["ExchangeId"];
            };
            cookie?: never;
        };
        /**
         * Read an exchange
         * @description With headers and bodies, without secrets. The body of a stream is its beginning.
         */
        get: operations["readExchange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/journal/find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find exchanges
         * @description Searches bodies as well. Returns the exchanges with headers and bodies, oldest first.
         */
        post: operations["findExchanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/journal/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify requests
         * @description Verifies how often, with which values, and in which order requests were made. The status is 200 either way;
         *     `verified` is the result. If there were too few requests, `near_misses` has the closest ones and what they lack.
         */
        post: operations["verifyExchanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/journal/wait": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for requests
         * @description Answers as soon as enough exchanges match, or when the time is over. Exchanges that are in the journal already
         *     count. The time is real time, whatever the workspace's clock shows. A stream counts as soon as it has begun.
         */
        post: operations["waitForExchange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/journal/har": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Export the journal as an HTTP archive
         * @description HAR 1.2, for browsers, viewers and load tools. Without secrets.
         */
        get: operations["exportHar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/journal/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay exchanges
         * @description Sends the calls of the journal, or of an archive, again with each of the keys, and compares the statuses. Each key
         *     gets a new workspace, made from the same content as this one and removed afterwards. Ids that differ there are
         *     translated, and the time between two calls passes.
         *     Calls go only to this mock. Each may take 30 seconds, all together five minutes, and replies of more than 8 MiB
         *     are not read.
         */
        post: operations["replayExchanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/unmatched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests without a known key
         * @description Exchanges that match no workspace because their key is missing or unknown, oldest first, each with the probable
         *     cause. Of a key only its first characters are shown.
         */
        get: operations["listUnmatchedRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * List faults
         * @description Includes faults that are used up, but not those whose time to live is over.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a fault
         * @description The fault applies from the next request on. A fault with a `key` affects only the client with that key, so clients
         *     need no special header. The journal shows which faults were applied to an exchange.
         */
        post: operations["addFault"];
        /**
         * Remove all faults
         * @description Removes every fault of the workspace.
         */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/faults/{fault_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                fault_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a fault
         * @description Exchanges to which it already applies are not affected by the removal.
         */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/situations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the situations
         * @description What `triggerSituation` can bring about.
         */
        get: operations["listSituations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/situations/{situation}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description Its name. */
                situation: components["schemas"]["SituationName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring about a situation
         * @description Brings about a situation that a client has to cope with, at once and without moving the clock. Runs are started for
         *     the owner of the key `member`.
         */
        post: operations["triggerSituation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/explain/{exchange_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The header `X-Mock-Exchange` of every reply has it. */
                exchange_id: components["parameters"]["ExchangeId"];
            };
            cookie?: never;
        };
        /**
         * Explain an exchange
         * @description Explains why the exchange ended as it did: the rule and its section, the state and how it came about, what would
         *     have been accepted, and calls to try now. The header `X-Mock-Exchange` of every reply has the id.
         */
        get: operations["explainExchange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/history/{resource_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of anything; a task's reference or a run's chat also works. */
                resource_id: string;
            };
            cookie?: never;
        };
        /**
         * Read the history of a run, task, workflow run or approval
         * @description Every change of its status with the call that made it, what it waits for, and which calls are possible now.
         */
        get: operations["readHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/audience/{resource_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of a run, task, workflow, workflow run, agent or approval. */
                resource_id: string;
            };
            cookie?: never;
        };
        /**
         * List which keys see a resource
         * @description The status that each key of the workspace would get, and why some do not see the resource.
         */
        get: operations["readAudience"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a resource by its id
         * @description Finds any id, a task's reference such as `OPS-12`, or the id of an exchange, in all workspaces.
         */
        get: operations["findResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the gaps
         * @description The silences of the specification, each with the answers that a deployment may give. The `profile` of a workspace has its answers that are not the default.
         */
        get: operations["listGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/lint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Lint the client
         * @description Reports what the client did against the advice of the specification, as far back as the journal goes.
         */
        get: operations["lintClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/workspaces/{workspace_id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Read the coverage of a workspace
         * @description How much of the service the calls to the workspace have exercised. Each parameter is the minimum percentage of an area.
         */
        get: operations["readCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_mock/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the coverage of all workspaces
         * @description Removed workspaces count as well, so that a test can delete its workspace.
         */
        get: operations["readTotalCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description One condition that the result has to meet.
         * @example {
         *       "text": "The total matches the purchase order.",
         *       "done": false
         *     }
         */
        AcceptanceCriterion: {
            text: string;
            done?: boolean;
        };
        /**
         * @example {
         *       "by": "2h"
         *     }
         * @example {
         *       "to": "2026-11-20T12:00:00Z"
         *     }
         * @example {
         *       "until_idle": true
         *     }
         */
        Advance: {
            by?: components["schemas"]["Duration"];
            to?: components["schemas"]["Instant"];
            /** @constant */
            until_idle?: true;
            /** @description With `until_idle`: how much time may pass at most. Default: a year. */
            within?: components["schemas"]["Duration"];
            /**
             * @description How many transitions to list.
             * @default 1000
             */
            limit?: number;
        };
        Approval: {
            id: string;
            /**
             * @description The run, task or workflow run that waits for it.
             * @enum {string}
             */
            kind: "run" | "task" | "workflow_gate";
            title: string;
            description: string;
            status: components["schemas"]["ApprovalStatus"];
            agent_id: string | null;
            run_id: string | null;
            task_id: string | null;
            workflow_id: string | null;
            workflow_run_id: string | null;
            step_id: string | null;
            /** @description The person on whose behalf the approval was requested. */
            requested_by: string;
            /** @description The people who may decide it, besides workspace admins. */
            approver_ids: string[];
            requested_at: components["schemas"]["Timestamp"];
            decided_at: components["schemas"]["Timestamp"] | null;
            decided_by: string | null;
            comment: string | null;
        };
        ApprovalDecidedEvent: {
            /** @constant */
            type: "approval.decided";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            approval_id: string;
            status: components["schemas"]["ApprovalStatus"];
            comment: string | null;
        };
        ApprovalRequestedEvent: {
            /** @constant */
            type: "approval.requested";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            approval_id: string;
            title: string;
        };
        /** @enum {string} */
        ApprovalStatus: "pending" | "approved" | "rejected" | "expired";
        /** @enum {string} */
        AssigneeType: "agent" | "user";
        Call: {
            what: string;
            operation: string;
            /** @description A command for a shell; the variable `AGENT_WORK_KEY` has the key. */
            curl: string;
        };
        /** @description One event. Its `type` is also the event's name on the wire, its `sequence` the event's id: 1, 2, 3 … without a hole. */
        ChatEvent: components["schemas"]["RunStatusEvent"] | components["schemas"]["RunProgressEvent"] | components["schemas"]["MessageDeltaEvent"] | components["schemas"]["MessageEvent"] | components["schemas"]["ToolCalledEvent"] | components["schemas"]["ToolReturnedEvent"] | components["schemas"]["QuestionAskedEvent"] | components["schemas"]["QuestionAnsweredEvent"] | components["schemas"]["ApprovalRequestedEvent"] | components["schemas"]["ApprovalDecidedEvent"] | components["schemas"]["StepEvent"] | components["schemas"]["WorkflowRunStatusEvent"];
        ChatEvents: {
            chat_id: string;
            /** @description Those that came since; the first time, all of them. */
            events: components["schemas"]["ChatEvent"][];
        };
        ChatMessage: {
            id: string;
            /** @enum {string} */
            role: "system" | "user" | "assistant";
            text: string;
            created_at: components["schemas"]["Timestamp"];
        };
        Clock: {
            now: components["schemas"]["Instant"];
            mode: components["schemas"]["ClockMode"];
            factor: number | null;
            /**
             * Format: date-time
             * @description When something happens next, including housekeeping; null when nothing is planned.
             */
            next: string | null;
            /** @description How many events are planned. */
            planned: number;
            /** @description Whether only housekeeping is planned. */
            idle: boolean;
        };
        /**
         * @description How time passes: `real` as for the machine, `scaled` faster by a factor, `frozen` only when a request moves it.
         * @enum {string}
         */
        ClockMode: "real" | "scaled" | "frozen";
        /**
         * @example {
         *       "mode": "frozen",
         *       "at": "2026-11-20T09:00:00Z"
         *     }
         * @example {
         *       "mode": "scaled",
         *       "factor": 60
         *     }
         */
        ClockSetting: {
            mode: components["schemas"]["ClockMode"];
            /** @description With `scaled`: how many seconds pass in each real second. */
            factor?: number;
            /** @description What time it is then; the time stays when left out. */
            at?: components["schemas"]["Instant"];
        };
        Coverage: {
            exchanges: number;
            /** @description Whether every minimum was reached. */
            met: boolean;
            unreachable?: components["schemas"]["Unreachable"];
            areas: {
                /** @enum {string} */
                area: "operations" | "replies" | "transitions" | "roles" | "scopes" | "events";
                /** @description What counts as exercised. */
                means: string;
                covered: number;
                total: number;
                /** @description Rounded down. */
                percent: number;
                minimum: number | null;
                met: boolean;
                exercised: {
                    name: string;
                    times: number;
                }[];
                missing: string[];
            }[];
        };
        /** @description Announces the whole body in Content-Length, and ends the connection after a part of it. */
        Cut: {
            /** @constant */
            do: "cut";
            /** @description Default: half of the body. */
            after_bytes?: number;
        };
        /** @description Ends a stream in the middle. */
        CutStream: {
            /** @constant */
            do: "cut-stream";
            after_events: number;
            /**
             * @description `character` cuts between the bytes of one letter. Default: between two events.
             * @enum {string}
             */
            inside?: "event" | "character";
            how?: components["schemas"]["HangUp"];
        };
        Decision: {
            approval: components["schemas"]["Approval"];
            /** @description Whether the approval came with the seeded history, and not from what was done in the workspace. */
            from_seed: boolean;
            /** @description What followed at the same instant. */
            transitions: components["schemas"]["Transition"][];
        };
        /**
         * @description Delays the reply by the workspace's clock. On a frozen clock the request waits until the clock is moved. With
         *     `real_time` the delay is in real milliseconds. A client that leaves during a delay `before` is not served.
         */
        Delay: {
            /** @constant */
            do: "delay";
            when?: components["schemas"]["Phase"];
            takes: components["schemas"]["Distribution"];
            real_time?: boolean;
        };
        Difference: {
            from: components["schemas"]["Point"];
            to: components["schemas"]["Point"];
            added: number;
            changed: number;
            removed: number;
            /** @description The tables that differ. */
            tables: components["schemas"]["TableDifference"][];
        };
        /**
         * @description How long the delay is, drawn for each request.
         * @example 2s
         * @example {
         *       "between": [
         *         "100ms",
         *         "2s"
         *       ]
         *     }
         * @example {
         *       "percentiles": {
         *         "50": "120ms",
         *         "99": "3s"
         *       }
         *     }
         */
        Distribution: components["schemas"]["Duration"] | {
            between: components["schemas"]["Duration"][];
        } | {
            normal: {
                mean: components["schemas"]["Duration"];
                deviation: components["schemas"]["Duration"];
            };
        } | {
            lognormal: {
                median: components["schemas"]["Duration"];
                sigma: number;
            };
        } | {
            /** @description Such as `{"50": "120ms", "95": "800ms", "99": "3s"}`, linear in between. */
            percentiles: {
                [key: string]: components["schemas"]["Duration"];
            };
        };
        /** @description Sends no reply; resets the connection, or closes it in an orderly way. */
        Drop: {
            /** @constant */
            do: "drop";
            when?: components["schemas"]["Phase"];
            how?: components["schemas"]["HangUp"];
        };
        /**
         * @description A length of time: whole milliseconds, or text such as `2h`, `1h30m`, `90s`, `3d` or `250ms`.
         * @example 2h
         * @example 90000
         */
        Duration: number | string;
        /** @description What goes wrong. */
        Effect: components["schemas"]["Delay"] | components["schemas"]["ReplyInstead"] | components["schemas"]["Drop"] | components["schemas"]["Cut"] | components["schemas"]["Trickle"] | components["schemas"]["Malform"] | components["schemas"]["CutStream"] | components["schemas"]["RepeatEvents"] | components["schemas"]["ShuffleEvents"] | components["schemas"]["SplitStream"] | components["schemas"]["Stale"];
        Entry: {
            handle: string;
            id: string;
            /** @description As a world file declares it. */
            entry: {
                [key: string]: unknown;
            };
        };
        /** @description The body of every refusal, in the default form of the service's own refusals. */
        Error: {
            error: {
                /**
                 * @description The family of the refusal.
                 * @enum {string}
                 */
                type: "validation_failed" | "authentication_failed" | "permission_denied" | "not_found" | "conflict" | "payment_required" | "rate_limited" | "internal";
                /** @description The exact reason, such as `workspace_not_found`. */
                code: string;
                /** @description What is wrong and what to do. */
                message: string;
                /** @description The first field that is wrong, such as `body.by`. */
                param: string | null;
                /** @description Every field that is wrong. */
                issues: components["schemas"]["Issue"][];
            };
        };
        /**
         * @description An amount in euros, exact to a millionth.
         * @example 0.042
         */
        Euros: number;
        Exchange: components["schemas"]["ExchangeHead"] & {
            request: {
                query: {
                    [key: string]: unknown;
                };
                headers: {
                    [key: string]: string;
                };
                /** @description JSON, or text if it is not JSON; null without a body. */
                body: unknown;
            };
            reply: {
                headers: {
                    [key: string]: string;
                };
                /** @description JSON, or text if it is not JSON; null without a body. */
                body: unknown;
                stream: null | {
                    events: number;
                    bytes: number;
                    /** @description How many events of each kind. */
                    kinds: {
                        [key: string]: number;
                    };
                    /** @description The body shown is only the beginning. */
                    truncated: boolean;
                };
            };
        };
        /** @description Which exchanges match. An exchange has to meet every condition given; without any, all match. */
        ExchangeFilter: {
            /** @description One operationId, or several. */
            operation?: string | string[];
            method?: string;
            /** @description The whole path. `*` stands for any text without a slash, `**` for any text. */
            path?: string;
            /** @description A status, or a class such as `4xx`. */
            status?: number | string;
            /** @description The id or the name of a key. */
            key?: string;
            /** @description The id or the name of a person. */
            person?: string;
            /** @description An instant, or the id of the exchange after which to begin. */
            since?: string;
            /** @description An instant, or the id of the exchange before which to end. */
            until?: string;
            /** @description A text anywhere in path, query or bodies. */
            text?: string;
            /** @description Fields that the query must have. */
            query?: {
                [key: string]: unknown;
            };
            /**
             * @description What the request's body has at least. A field name with a dot or bracket is a path, such as
             *     `acceptance_criteria[*].text`. `{$exists: true}`, `{$pattern: '^a'}`, `{$in: [1, 2]}` and `{$contains: x}` stand
             *     for a value.
             */
            body?: unknown;
            /** @description The same for the body of the reply. */
            reply?: unknown;
            /** @description The code of the refusal. */
            refusal?: string;
            /** @description Whether a fault was applied, or the id of the fault. */
            fault?: boolean | string;
            /** @description Whether the exchange is still open. */
            open?: boolean;
            /** @description Whether to include what was done in the console. */
            console?: boolean;
        };
        ExchangeHead: {
            /** @description The workspace and a number, such as `ws_1.17`. */
            id: string;
            at: components["schemas"]["Instant"];
            /** @description Such as `POST /tasks -> 201`. */
            call: string;
            operation: string | null;
            method: string;
            path: string;
            /** @description The status; 0 before the reply has begun. */
            status: number;
            /** @description By the workspace's clock; null while the exchange is open. */
            took_ms: number | null;
            /** @description The name of the key. */
            key: string | null;
            /** @description The name of the person behind the key. */
            person: string | null;
            /** @description Whether the exchange is still open. */
            open: boolean;
            /** @description Whether the connection ended before the reply was whole. */
            broken_off: boolean;
            /** @description Whether the request came from the console. */
            console: boolean;
            refusal: null | {
                code: string;
                message: string;
                param: string | null;
            };
            /** @description The faults that were applied. */
            faults: {
                id: string;
                /** @description Such as `drop after`. */
                effect: string;
            }[];
        };
        ExchangeLine: components["schemas"]["ExchangeHead"];
        ExchangeList: {
            data: components["schemas"]["ExchangeLine"][];
            /** @description How many exchanges there were, including those that are not kept. */
            count: number;
            /** @description How many exchanges the journal has. */
            kept: number;
            /** @description Their approximate size. */
            bytes: number;
        };
        Expectation: components["schemas"]["ExchangeFilter"] & {
            /** @description Exactly that often. Default, without bounds: at least once. */
            times?: number;
            at_least?: number;
            at_most?: number;
            /** @description All came before the first exchange that matches this one. True if none matches. */
            before?: components["schemas"]["ExchangeFilter"];
            /** @description All came after the first exchange that matches this one. False if none matches. */
            after?: components["schemas"]["ExchangeFilter"];
        };
        Explanation: {
            exchange: components["schemas"]["ExchangeLine"];
            /** @enum {string} */
            outcome: "answered" | "refused" | "no-reply" | "open";
            /** @description The explanation in one or two sentences. */
            story: string;
            /** @description The rule behind a refusal. */
            rule: null | {
                code: string;
                /** @description The section of the specification. */
                section: string;
                title: string;
                /** @description The gap that leaves it open, and the answer of this workspace. */
                gap: null | {
                    id: string;
                    silence: string;
                    answer: string;
                    means: string;
                };
                /** @description The requirements of that section for that operation. */
                requirements: {
                    id: string;
                    statement: string;
                }[];
            };
            issues: components["schemas"]["Issue"][];
            /** @description The state that led to the reply. */
            state: string | null;
            /** @description What would have been accepted. */
            accepted: string[];
            resources: components["schemas"]["ResourceHistory"][];
            try: components["schemas"]["Call"][];
        };
        Fault: components["schemas"]["FaultSpec"] & {
            id: string;
            /** @description How many requests matched. */
            matched: number;
            /** @description To how many requests the fault was applied. */
            applied: number;
            /** @description Whether the fault may still apply. */
            active: boolean;
        };
        FaultSpec: {
            on?: components["schemas"]["FaultTarget"];
            /** @description How many matching requests to let through first. */
            skip?: number;
            /** @description How often the fault applies at most. */
            times?: number;
            /** @description How likely the fault applies to a matching request. The seed determines to which. */
            probability?: number;
            /** @description When the fault starts to apply, by the workspace's clock. */
            from?: components["schemas"]["Instant"];
            /** @description When the fault ceases to apply, by the workspace's clock. */
            until?: components["schemas"]["Instant"];
            /** @description How long the fault applies, by the workspace's clock, from now or from `from`. */
            for?: components["schemas"]["Duration"];
            /** @description The real time after which the fault is removed, whatever happened to the client that added it. `0` keeps it for good. Default `15m`. */
            ttl?: components["schemas"]["Duration"];
            effects: components["schemas"]["Effect"][];
        };
        /** @description Which requests the fault matches. A request has to meet every condition given. */
        FaultTarget: {
            /** @description One operationId, or several. */
            operation?: string | string[];
            /** @description A tag of the contract, such as `tasks`. */
            tag?: string;
            method?: string;
            /** @description The whole path. `*` stands for any text without a slash, `**` for any text. */
            path?: string;
            /** @description The id or the name of a key. */
            key?: string;
        };
        FoundResource: {
            workspace_id: string;
            /** @enum {unknown} */
            kind: "run" | "task" | "workflow" | "workflow-run" | "agent" | "approval" | "chat" | "board" | "person" | "key" | "snapshot" | "exchange" | "workspace";
            id: string;
            name: string;
            /** @description The workflow of a workflow run, the run or workflow run of a chat. */
            parent_id: string | null;
        };
        /**
         * @default reset
         * @enum {string}
         */
        HangUp: "reset" | "close";
        Health: {
            /** @constant */
            status: "ok";
            /** @description How many workspaces there are. */
            workspaces: number;
        };
        /**
         * @example {
         *       "agent-that-finishes": "agt_01hz8q4m7k3v0c9n5t2xw6j1"
         *     }
         */
        IdsByHandle: {
            [key: string]: string;
        };
        /**
         * Format: date-time
         * @description An instant in UTC, ISO 8601.
         * @example 2026-11-20T09:00:00Z
         */
        Instant: string;
        Issue: {
            /** @enum {string} */
            in: "body" | "query" | "path" | "header";
            field: string;
            message: string;
            expected: string;
            /** @description The value that was sent, or null. */
            received: unknown;
        };
        Key: {
            id: string;
            name: string;
            /** @description The text after `Bearer`. */
            secret: string;
            person_id: string;
            person_name: string;
            role: components["schemas"]["Role"];
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            revoked_at: string | null;
        };
        /**
         * @example {
         *       "scopes": [
         *         "runs:read"
         *       ]
         *     }
         * @example {
         *       "revoked_at": "now"
         *     }
         */
        KeyChange: {
            scopes?: components["schemas"]["Scope"][];
            /** @description `now`, an instant, or null for never. */
            revoked_at?: string | null;
        };
        LintReport: {
            /** @description How many exchanges were checked. */
            checked: number;
            /** @description How many exchanges there were in all. */
            exchanges: number;
            /** @description Whether no problem was found that fails the report. */
            passed: boolean;
            problems: {
                rule: string;
                /** @enum {string} */
                severity: "warning" | "note";
                /** @description The section of the specification. */
                section: string;
                advice: string;
                todo: string;
                count: number;
                examples: {
                    what: string;
                    exchanges: string[];
                }[];
            }[];
            /** @description Rules that found no problem. */
            unseen: string[];
        };
        /**
         * @description Sends a body that a client should notice to be wrong. Only `unknown-field` is one that it should tolerate, because a
         *     later version of a service may send it.
         */
        Malform: {
            /** @constant */
            do: "malform";
            how: components["schemas"]["Malformation"];
            /** @description Which field. Default: the first of the record, or of the first item of a list. */
            field?: string;
        };
        /** @enum {string} */
        Malformation: "broken-json" | "empty" | "html" | "wrong-content-type" | "missing-field" | "wrong-type" | "unknown-field";
        /** @description A piece of a message that is being written; the pieces of a message make up its text. */
        MessageDeltaEvent: {
            /** @constant */
            type: "message.delta";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            message_id: string;
            delta: string;
        };
        /** @description A complete message in the chat. */
        MessageEvent: {
            /** @constant */
            type: "message.completed";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            message: components["schemas"]["ChatMessage"];
        };
        /** @description An exchange that nearly matches. */
        NearMiss: {
            exchange: string;
            /** @description Such as `POST /tasks -> 201`. */
            call: string;
            /** @description How it differs from the expectation. */
            differences: string[];
        };
        /**
         * @example {
         *       "outcome": "rejected",
         *       "by": "manager",
         *       "comment": "Too expensive."
         *     }
         */
        NewDecision: {
            outcome: components["schemas"]["Outcome"];
            /** @description Who decides; when left out, the first person who may. */
            by?: components["schemas"]["PersonReference"];
            comment?: string | null;
        };
        NewFault: components["schemas"]["FaultSpec"];
        /**
         * @example {
         *       "name": "back-office",
         *       "person": "member",
         *       "scopes": [
         *         "tasks:read",
         *         "tasks:write"
         *       ]
         *     }
         */
        NewKey: {
            /** @description A name that no other key of the workspace has. Default: a generated one. */
            name?: string;
            /** @description The person whose key it is. Default: the admin. */
            person?: components["schemas"]["PersonReference"];
            scopes: components["schemas"]["Scope"][];
            /** @description When it is revoked. */
            revoked_at?: components["schemas"]["Instant"];
        };
        NewWorkspace: {
            /**
             * @description The content: `demo` is a company with ninety days of history; `quiet` has the same people, agents and workflows,
             *     and no history; `empty` has people, keys, models and a plan; `world` is the world file that the mock was started
             *     with. Or the id of a workspace or a snapshot. Or a snapshot file: its text, or the base64 of the packed file. Or a
             *     world. Default: `world` if there is one, otherwise `demo`.
             */
            from?: string | {
                /** @description A snapshot file as `readSnapshotFile` returns it. */
                file: string;
            } | {
                world: components["schemas"]["WorldSource"];
            };
            /** @description A name for people; requests use the id. */
            name?: string;
            /**
             * @description Determines ids, chance and data. With the same seed and clock, the same requests give the same bytes. Default: the
             *     seed of the mock for the data, and new ids that no other workspace has.
             */
            seed?: string;
            clock?: components["schemas"]["ClockSetting"];
            /**
             * @description Answers by gap, where they differ from those of the mock or of what the workspace is made from.
             * @example {
             *       "error-body": "problem"
             *     }
             */
            profile?: {
                [key: string]: string;
            };
            /** @description Whether the other gaps are answered at random, so that no client can rely on what is not stated. */
            vary?: boolean;
            /**
             * @description Whether the workspace is saved in the file of `--keep`, if the mock was started with it.
             * @default true
             */
            keep?: boolean;
            /**
             * @description How long the workspace stays after its last call, in real time: a job that was cancelled leaves nothing behind. An
             *     open stream is a call. Default: it stays until it is deleted.
             */
            expires?: components["schemas"]["Duration"];
            /** @description Additional keys. */
            keys?: components["schemas"]["NewKey"][];
        };
        /** @enum {string} */
        Outcome: "approved" | "rejected" | "objected";
        Person: {
            id: string;
            name: string;
            email: string;
            role: components["schemas"]["Role"];
            team_ids: string[];
            managed_team_ids: string[];
        };
        /**
         * @description An id; the handle of a person, such as `person-manager`; the name of a key, such as `other`; or a role, which stands
         *     for the first person with that role who may do it.
         * @example manager
         */
        PersonReference: string;
        /**
         * @description `before` the service has done anything, or `after` it has done, and kept, what was asked.
         * @default before
         * @enum {string}
         */
        Phase: "before" | "after";
        /** @enum {string} */
        PlanName: "starter" | "business" | "enterprise";
        /** @description Something that will happen by itself. */
        Planned: {
            at: components["schemas"]["Instant"];
            /** @description Such as `run.step`. */
            kind: string;
            /** @description The id of the resource that it concerns. */
            subject: string;
            /** @description The same in words. */
            says: string;
            /** @description Whether it recurs for ever, such as a monthly fee. */
            housekeeping: boolean;
        };
        Point: {
            /** @description The id of the snapshot, or `now`. */
            id: string;
            at: components["schemas"]["Instant"];
        };
        /**
         * @example {
         *       "rules": [
         *         {
         *           "by": "manager",
         *           "after": "2h",
         *           "reject": 0.2
         *         },
         *         {
         *           "on": [
         *             "question"
         *           ],
         *           "after": "5m",
         *           "answer": "The spring price list."
         *         }
         *       ]
         *     }
         */
        Policy: {
            rules: components["schemas"]["PolicyRule"][];
        };
        PolicyRule: {
            /** @description What the rule is about. Default: approvals of every kind. */
            on?: ("run" | "task" | "workflow_gate" | "question")[];
            /** @description Who does it. Default: anyone who may. A rule whose person may not decide does not match. */
            by?: components["schemas"]["PersonReference"];
            /** @description The delay, or the shortest and the longest delay, between which chance decides. Default: none. */
            after?: number | string | components["schemas"]["Duration"][];
            /** @description The share of rejections: 0.2 is one in five. */
            reject?: number;
            /** @description The share of gates that are rejected while the run continues. */
            object?: number;
            /** @description The comment of a decision. */
            comment?: string;
            /** @description The answer to free-text questions. */
            answer?: string;
            /** @description The values of fields, by name. Other fields get a value that fits. */
            values?: {
                [key: string]: unknown;
            };
        };
        Question: {
            id: string;
            /**
             * @description `text` is answered with `answer`, `fields` with `values`, `decisions` with `decisions`.
             * @enum {string}
             */
            kind: "text" | "fields" | "decisions";
            prompt: string;
            /** @description The fields asked for; empty unless `kind` is `fields`. With `decisions`, the actions proposed. */
            fields: components["schemas"]["QuestionField"][];
            asked_at: components["schemas"]["Timestamp"];
        };
        QuestionAnsweredEvent: {
            /** @constant */
            type: "question.answered";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            run_id: string;
            question_id: string;
            response: components["schemas"]["_RunRespondRequest"];
        };
        QuestionAskedEvent: {
            /** @constant */
            type: "question.asked";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            run_id: string;
            question: components["schemas"]["Question"];
        };
        QuestionField: {
            name: string;
            label: string;
            /** @enum {string} */
            type: "text" | "number" | "boolean" | "date" | "choice";
            required: boolean;
            /** @description The choices of a `choice`. */
            options?: string[];
        };
        Readiness: {
            /** @enum {unknown} */
            status: "ready" | "stopping" | "keep_failed";
            /** @description Why the file of `--keep` cannot be written. */
            reason?: string;
        };
        /** @description A stream that is resumed with Last-Event-ID begins with that many events that were sent before. */
        RepeatEvents: {
            /** @constant */
            do: "repeat-events";
            count: number;
        };
        Replay: {
            /** @description The name of the key, or `itself`. */
            as: string;
            same: number;
            different: number;
            calls: {
                exchange: string;
                /** @description Such as `POST /tasks`. */
                call: string;
                /** @description Null where there was no reply of the service's own. */
                was: number | null;
                /** @description Null where there was no reply. */
                is: number | null;
                same: boolean;
            }[];
        };
        /** @description Sends another reply than the service's. */
        ReplyInstead: {
            /** @constant */
            do: "reply";
            when?: components["schemas"]["Phase"];
            status: number;
            /** @description The header Retry-After. By default, 429 and 503 carry the rest of the fault's window, if it has one. */
            retry_after_seconds?: number;
            /**
             * @default seconds
             * @enum {string}
             */
            retry_after_as?: "seconds" | "date";
            headers?: {
                [key: string]: string;
            };
            /** @description JSON, or a text that is sent as it is. Default: an error in the form of the service. */
            body?: unknown;
        };
        /** @description A resource as it is now, with its history. */
        ResourceHistory: {
            /** @enum {string} */
            kind: "run" | "task" | "workflow-run" | "approval" | "agent" | "workflow" | "chat" | "board" | "project" | "person" | "team" | "client" | "knowledge-base" | "document" | "model" | "key";
            id: string;
            status: string;
            waits_for: string | null;
            note: string | null;
            history: {
                at: components["schemas"]["Instant"];
                from: string | null;
                to: string;
                /** @description The call that made the change; null for what happened by itself or was done by a person in the app. */
                by: null | {
                    exchange: string;
                    call: string;
                    key: string | null;
                };
                /** @description A question, an error, a summary. */
                note: string | null;
            }[];
            /** @description The calls that it takes now. */
            next: components["schemas"]["Call"][];
        };
        /** @enum {string} */
        Role: "admin" | "manager" | "member";
        /** @description The ids of what the workspace started with, by handle. An empty workspace has people and teams only. */
        Roles: {
            people: components["schemas"]["IdsByHandle"];
            teams: components["schemas"]["IdsByHandle"];
            agents: components["schemas"]["IdsByHandle"];
            workflows: components["schemas"]["IdsByHandle"];
            boards: components["schemas"]["IdsByHandle"];
            projects: components["schemas"]["IdsByHandle"];
            knowledge_bases: components["schemas"]["IdsByHandle"];
            clients: components["schemas"]["IdsByHandle"];
        };
        /**
         * @description A row as the mock stores it, which is more than the service shows. Times are ISO 8601, money is in euros, and secrets
         *     of keys are left out.
         */
        Row: {
            id: string;
        } & {
            [key: string]: unknown;
        };
        RunError: {
            /** @example tool_failed */
            code: string;
            message: string;
        };
        /** @description The cost of the run so far. */
        RunProgressEvent: {
            /** @constant */
            type: "run.progress";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            run_id: string;
            cost_euros: components["schemas"]["Euros"];
            tokens: components["schemas"]["Tokens"];
        };
        /**
         * @description `running` and `paused` runs go on; `completed`, `failed`, `cancelled` and `stopped` runs have ended.
         * @enum {string}
         */
        RunStatus: "running" | "paused" | "completed" | "failed" | "cancelled" | "stopped";
        /** @description The run changed its status. With a final status it is the last event of the run. */
        RunStatusEvent: {
            /** @constant */
            type: "run.status";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            run_id: string;
            status: components["schemas"]["RunStatus"];
            summary: string | null;
            error: components["schemas"]["RunError"] | null;
        };
        /** @enum {string} */
        Scope: "agents:read" | "agents:run" | "tasks:read" | "tasks:write" | "runs:read" | "approvals:read" | "analytics:read" | "workflows:read" | "workflows:run" | "chat:read" | "chat:write" | "knowledge:read" | "agency-usage:read";
        /** @description Sends events out of order, within groups of that many. */
        ShuffleEvents: {
            /** @constant */
            do: "shuffle-events";
            /** @default 2 */
            span?: number;
        };
        Situation: {
            name: components["schemas"]["SituationName"];
            /** @description What it is like for a client. */
            description: string;
        };
        /** @enum {string} */
        SituationName: "run-works" | "run-asks" | "run-asks-fields" | "run-asks-decisions" | "run-fails" | "approval-waits" | "rate-limit-reached" | "balance-ends" | "service-fails" | "service-slow" | "reply-lost" | "stream-breaks";
        Snapshot: {
            /** @description Create workspaces from it with `{ "from": id }`. */
            id: string;
            name: string;
            workspace_id: string;
            /** @description When it was taken, by the workspace's clock. */
            at: components["schemas"]["Instant"];
            /** @description How many rows its tables have. */
            rows: number;
            automatic: boolean;
        };
        /** @description Sends a stream in pieces of that many bytes, wherever events and letters end. */
        SplitStream: {
            /** @constant */
            do: "split-stream";
            bytes: number;
        };
        /** @description Answers reads with the world as it was when the fault was added, or always so far behind. */
        Stale: {
            /** @constant */
            do: "stale";
            behind?: components["schemas"]["Duration"];
        };
        /** @description A step of the workflow run changed its status. */
        StepEvent: {
            /** @constant */
            type: "step.status";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            workflow_run_id: string;
            step_id: string;
            name: string;
            status: components["schemas"]["StepStatus"];
            run_id: string | null;
        };
        /** @enum {string} */
        StepStatus: "pending" | "running" | "waiting" | "completed" | "failed" | "rejected" | "skipped" | "cancelled";
        /** @description What has happened since the last of these. */
        StreamEvents: {
            workspaces: {
                [key: string]: components["schemas"]["WorkspaceEvents"];
            };
            /**
             * @description Workspaces were created, restored or deleted.
             * @constant
             */
            listed?: true;
            /** @description How many requests came with a key that no workspace has. */
            unknown_keys?: number;
        };
        /** @description The state at the beginning. */
        StreamHello: {
            /** @description Another one after each start of the mock. */
            boot: string;
            version: string;
            /** @description Which version of the console the mock serves. */
            console: string;
            /** @description Whether nothing was missed since `Last-Event-ID`. */
            resumed: boolean;
            /** @description How many requests came with a key that no workspace has. */
            unknown_keys: number;
            /** @description Those that are followed and exist. */
            workspaces: {
                [key: string]: components["schemas"]["WorkspaceState"];
            };
        };
        TableDifference: {
            table: string;
            added: components["schemas"]["Row"][];
            changed: {
                id: string;
                fields: {
                    field: string;
                    before: unknown;
                    after: unknown;
                }[];
            }[];
            removed: components["schemas"]["Row"][];
            /** @description Rows that are not listed because of `limit`. */
            left_out: number;
        };
        Task: {
            id: string;
            /** @description The task's number on its board. */
            number: number;
            /**
             * @description The number with the board's prefix.
             * @example OPS-12
             */
            reference: string;
            title: string;
            description: string | null;
            priority: components["schemas"]["TaskPriority"];
            status: components["schemas"]["TaskStatus"];
            /** @description The position within the column; the lowest is on top. */
            position: number;
            executor_kind: string | null;
            agent_id: string | null;
            workflow_id: string | null;
            scheduled_id: string | null;
            board_id: string | null;
            project_id: string | null;
            parent_task_id: string | null;
            acceptance_criteria: components["schemas"]["AcceptanceCriterion"][];
            tags: string[];
            requires_approval: boolean;
            approval_approver_ids: string[];
            approval_notify_in_app: boolean;
            approval_notify_email: boolean;
            /** @description The approval that was asked for, if one was. */
            approval_id: string | null;
            assignee_type: components["schemas"]["AssigneeType"] | null;
            assignee_id: string | null;
            /** Format: date-time */
            due_date: string | null;
            max_runs_per_hour: number | null;
            budget_euros: number | null;
            owner_id: string;
            archived: boolean;
            /** @description The status of the newest run spawned for the task; null before the first. */
            last_run_status: components["schemas"]["RunStatus"] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description When it became done; null while it is not. */
            done_at: components["schemas"]["Timestamp"] | null;
        };
        /** @enum {string} */
        TaskPriority: "urgent" | "high" | "medium" | "low" | "none";
        /**
         * @description The column of the task. New tasks start in `backlog`.
         * @enum {string}
         */
        TaskStatus: "backlog" | "todo" | "in_progress" | "in_review" | "done" | "cancelled";
        TimePassed: {
            from: components["schemas"]["Instant"];
            now: components["schemas"]["Instant"];
            /** @description Whether only housekeeping is planned now. */
            idle: boolean;
            /**
             * @description Whether the clock reached its goal. It stops after a hundred thousand events, so that a world that never comes to
             *     rest cannot block the mock. The same request again continues.
             */
            complete: boolean;
            /** @description How many planned events happened, including those without a transition. */
            fired: number;
            transitions: components["schemas"]["Transition"][];
            /** @description How many transitions are not listed because of `limit`. */
            left_out: number;
        };
        /**
         * Format: date-time
         * @description An instant in UTC, ISO 8601.
         * @example 2026-11-20T09:30:00.000Z
         */
        Timestamp: string;
        /**
         * @description Tokens read and written.
         * @example {
         *       "input": 1200,
         *       "output": 300,
         *       "total": 1500
         *     }
         */
        Tokens: {
            input: number;
            output: number;
            total: number;
        };
        ToolCalledEvent: {
            /** @constant */
            type: "tool.called";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            run_id: string;
            tool_call_id: string;
            name: string;
            arguments: {
                [key: string]: unknown;
            };
        };
        ToolReturnedEvent: {
            /** @constant */
            type: "tool.returned";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            run_id: string;
            tool_call_id: string;
            name: string;
            /** @description What the tool returned; what a person answered for `ask_user`. */
            result: unknown;
        };
        /**
         * @description A change of status.
         * @example {
         *       "at": "2026-11-20T09:00:12Z",
         *       "kind": "run.completed",
         *       "subject": "run_01",
         *       "says": "The run run_01 of Invoice clerk completed: Checked."
         *     }
         */
        Transition: {
            at: components["schemas"]["Instant"];
            /**
             * @description What happened to what: `run.` `started`, `resumed`, `paused`, `completed`, `failed`, `cancelled` or `stopped`;
             *     `approval.` `requested`, `approved`, `rejected` or `expired`; `workflow_run.` and `step.` with their statuses;
             *     `task.` `created`, `moved` or `deleted`; `wallet.month_begun`.
             */
            kind: string;
            /** @description The id of the resource. */
            subject: string;
            /** @description The same in words. */
            says: string;
            /** @description The call that made the change; null for what happened by itself or was done by a person in the app. Left out where time was moved. */
            exchange?: string | null;
        };
        /** @description Sends the body slowly. */
        Trickle: {
            /** @constant */
            do: "trickle";
            bytes_per_second: number;
            real_time?: boolean;
        };
        Triggered: {
            situation: components["schemas"]["SituationName"];
            /** @description What was done, and how it ends. */
            says: string;
            /** @description The run that was started. */
            run_id: string | null;
            /** @description The fault that was added. */
            fault_id: string | null;
            transitions: components["schemas"]["Transition"][];
        };
        /** @description The other shards that did not answer within a second; what they have is not in this list. Only with `--peers`. */
        Unreachable: string[];
        Verification: {
            verified: boolean;
            /** @description The result in one sentence. */
            message: string;
            /** @description How many exchanges match. */
            count: number;
            /** @description Their ids, oldest first. */
            exchanges: string[];
            near_misses: components["schemas"]["NearMiss"][];
        };
        Waiting: {
            approvals: components["schemas"]["Approval"][];
            questions: {
                run_id: string;
                agent_id: string;
                agent_name: string;
                question: components["schemas"]["Question"];
            }[];
        };
        /**
         * @description `waiting` runs are at a gate or at a step that asks; `completed`, `failed` and `cancelled` runs have ended.
         * @enum {string}
         */
        WorkflowRunStatus: "running" | "waiting" | "completed" | "failed" | "cancelled";
        /** @description The workflow run changed its status. With a final status it is the last event. */
        WorkflowRunStatusEvent: {
            /** @constant */
            type: "workflow_run.status";
            sequence: number;
            chat_id: string;
            at: components["schemas"]["Timestamp"];
            workflow_run_id: string;
            status: components["schemas"]["WorkflowRunStatus"];
        };
        Workspace: {
            id: string;
            name: string;
            /** @description What it was made from, such as `demo` or `ws_3`. */
            from: string;
            /** @description When it goes if nobody calls it, in real time. Only with `expires`. */
            expires_at?: components["schemas"]["Instant"];
            clock: components["schemas"]["Clock"];
            /** @description The answers to gaps that are not the default. */
            profile: {
                [key: string]: string;
            };
            /**
             * @description The secret of each key by its name. Every workspace has `admin`, `manager`, `member`, `other` (a member of another
             *     team), `outsider-manager` (the manager of another team), `read-only`, `no-scope` and `revoked`.
             */
            keys: {
                [key: string]: string;
            };
            roles: components["schemas"]["Roles"];
        };
        WorkspaceEvents: {
            clock: components["schemas"]["Clock"];
            /** @description How many approvals and questions wait for a person. */
            waiting: number;
            /**
             * @description Tables in which something changed, such as `runs` or `tasks`; `control` after a call of the control API,
             *     `running` once a second while runs work, and `*` when everything may differ, as after a restored snapshot.
             */
            touched: string[];
            /** @description Requests whose stream began or that were answered, the newest hundred at most. */
            exchanges: components["schemas"]["ExchangeLine"][];
            /** @description What got another status, the newest hundred at most. */
            transitions: components["schemas"]["Transition"][];
            /** @description Exchanges and transitions that are not listed. */
            left_out: number;
        };
        WorkspaceList: {
            data: {
                id: string;
                name: string;
                /** @description What it was made from, such as `demo` or `ws_3`. */
                from: string;
                now: components["schemas"]["Instant"];
            }[];
            unreachable?: components["schemas"]["Unreachable"];
        };
        WorkspaceState: {
            clock: components["schemas"]["Clock"];
            /** @description How many approvals and questions wait for a person. */
            waiting: number;
        };
        /**
         * World file of the Agent Work mock
         * @description A company with its people, agents and work, from which the mock makes a workspace.
         */
        World: {
            /** @description For editors. */
            $schema?: string;
            /**
             * @description The version of the format.
             * @constant
             */
            world?: 1;
            /**
             * @description What the file builds on: `empty`, `quiet` or `demo`, or another file in the same folder. Entries are merged by
             *     handle and member; null takes an entry out. Without it, the world has only what the file declares.
             */
            extends?: string;
            company?: components["schemas"]["WorldCompany"];
            /** @description Teams, by handle. */
            teams?: {
                [key: string]: components["schemas"]["WorldTeam"];
            };
            /** @description The people, by handle. Default: an admin. */
            people?: {
                [key: string]: components["schemas"]["WorldPerson"];
            };
            /** @description API keys, by name. Default: one with all scopes for each person, named by the person's handle. */
            keys?: {
                [key: string]: components["schemas"]["WorldKey"];
            };
            /** @description Chat models, by id. Default: those of the demo, aw-large, aw-medium and aw-small. */
            models?: {
                [key: string]: components["schemas"]["WorldModel"];
            };
            /** @description Agents, by handle. */
            agents?: {
                [key: string]: components["schemas"]["WorldAgent"];
            };
            /** @description Workflows, by handle. */
            workflows?: {
                [key: string]: components["schemas"]["WorldWorkflow"];
            };
            /** @description Boards, by handle. The first one takes tasks that name none. Default: a board Tasks, made with the first task. */
            boards?: {
                [key: string]: components["schemas"]["WorldBoard"];
            };
            /** @description Projects, by handle. */
            projects?: {
                [key: string]: components["schemas"]["WorldProject"];
            };
            /** @description Tasks, the oldest first. */
            tasks?: components["schemas"]["WorldTask"][];
            /** @description Knowledge bases, by handle. */
            knowledge?: {
                [key: string]: components["schemas"]["WorldKnowledge"];
            };
            /** @description Clients of the agency, by handle. */
            clients?: {
                [key: string]: components["schemas"]["WorldClient"];
            };
            /** @description The rules by which simulated people decide and answer. The first that matches counts. */
            policies?: components["schemas"]["PolicyRule"][];
            history?: components["schemas"]["WorldHistory"];
        };
        WorldAgent: {
            /** @description Default: from the handle. */
            name?: string;
            description?: string;
            /** @description The person who owns it. Default: the first admin. */
            owner?: string;
            /** @description The team that it belongs to. Default: the first team of the owner. */
            team?: string;
            /**
             * @description Default: shared. Only the owner and admins see a private agent.
             * @enum {string}
             */
            visibility?: "shared" | "private";
            system_prompt?: components["schemas"]["WorldText"];
            /** @description Default: the first model. */
            model?: string;
            tools?: string[];
            /** @description Default: the handle. */
            tags?: string[];
            /** @description Default: one of 0, 0.2, 0.3 and 0.7. */
            temperature?: number;
            /** @description Default: 10, 20 or 30. */
            max_steps?: number;
            /**
             * @description What a run does: steps as in `input.mock_script`, separated by semicolons, or a list of steps. It ends with
             *     finish or fail. Default: work 5s; finish Done: {{input.task}}
             * @example work 5s; ask Which price list?; finish Used {{answer}}.
             */
            script?: string | components["schemas"]["WorldScriptStep"][];
        };
        /** @description A board, or just its name. */
        WorldBoard: string | {
            /** @description Default: from the handle. */
            name?: string;
            /** @description The beginning of references such as OPS-12. Default: from the handle. */
            prefix?: string;
        };
        WorldChanges: {
            /** @description Paths of entries, such as `agents.quote-writer`. */
            created: string[];
            changed: string[];
            deleted: string[];
        };
        /** @description A client of the agency, or just its name. */
        WorldClient: string | {
            /** @description Default: from the handle. */
            name?: string;
            /** @description The agents whose runs are done for it. */
            agents?: string[];
        };
        WorldCommentList: (string | null)[];
        WorldComments: {
            approved?: components["schemas"]["WorldCommentList"];
            objected?: components["schemas"]["WorldCommentList"];
            rejected?: components["schemas"]["WorldCommentList"];
        };
        /** @description The company and its money. */
        WorldCompany: {
            /** @description Default: My company. */
            name?: string;
            /**
             * @description An IANA time zone. Default: Europe/Berlin.
             * @example Europe/Madrid
             */
            time_zone?: string;
            /**
             * @description Default: business.
             * @enum {string}
             */
            plan?: "starter" | "business" | "enterprise";
            /** @description The first money in the wallet. Default: 500. */
            top_up_euros?: number;
            /** @description What is added at the beginning of each month. Default: 200. */
            monthly_top_up_euros?: number;
            /** @description Whether the fee of the first month is paid. Default: true with a history, otherwise false. */
            first_fee?: boolean;
            /** @description The balance when the mock starts, whatever came before. */
            balance_euros?: number;
        };
        /** @description A document, with its passages, its text or the file that has it; or all files of a pattern. */
        WorldDocument: {
            /** @description Default: the first heading of the file, or its name. */
            title?: string;
            /** @description What a search finds. */
            passages?: string[];
            /** @description Passages, separated by empty lines. */
            text?: string;
            file?: string;
            files?: string;
        };
        WorldField: {
            name: string;
            label?: string;
            /** @enum {string} */
            type?: "text" | "number" | "boolean" | "date" | "choice";
            required?: boolean;
            options?: string[];
        };
        /** @description How dense the past was. The seed decides the rest; the mock lives through it before it starts. */
        WorldHistory: {
            /** @description How long it lasted. Default: 30. */
            days?: number;
            /** @description Default: 2. */
            runs_per_day?: number;
            /** @description Tasks beside those of the file. Default: 0. */
            tasks_per_day?: number;
            /** @description Runs of workflows that say no outcomes. Default: 0. */
            workflow_runs_per_day?: number;
            /** @description Completions with a model. Default: 0. */
            chats_per_day?: number;
            /** @description Default: 0. */
            searches_per_day?: number;
            /** @description Conversations with an agent. Default: 0. */
            conversations_per_day?: number;
            /** @description Default: all shared agents. */
            conversations_with?: string[];
            /** @description Whether people rest at weekends. Default: true. */
            weekdays?: boolean;
            /** @description The share of runs that complete. Default: 0.82. */
            success?: number;
            /** @description The share of runs that fail; the rest is cancelled or stopped. */
            failure?: number;
            /** @description The share of approvals of runs that are rejected. Default: 0.15. */
            rejects?: number;
            /** @description People who have not started anything yet. */
            newcomers?: string[];
            /** @description How agents were used, by handle. Default: all alike. */
            agents?: {
                [key: string]: components["schemas"]["WorldPastAgent"];
            };
            /** @description What runs of workflows there were, by handle. */
            workflows?: {
                [key: string]: components["schemas"]["WorldPastWorkflow"];
            };
            /** @description Runs that work, wait or are paused when the mock starts. */
            under_way?: components["schemas"]["WorldUnderWay"][];
            /** @description What {name} in jobs stands for, by name. */
            words?: {
                [key: string]: components["schemas"]["WorldWord"];
            };
            /** @description Why runs failed. */
            errors?: {
                code: string;
                message: string;
            }[];
            /** @description What people answered to questions. */
            answers?: string[];
            /** @description What people filled into fields, by name. */
            values?: {
                [key: string]: components["schemas"]["WorldWord"];
            };
            /** @description What people wrote when they decided, null for nothing, by what was decided. */
            comments?: {
                run?: components["schemas"]["WorldComments"];
                task?: components["schemas"]["WorldComments"];
                workflow_gate?: components["schemas"]["WorldComments"];
            };
        };
        /** @description A key, or just the handle of its owner. */
        WorldKey: string | {
            /** @description The person whose key it is. */
            of: string;
            /**
             * @description A list of scopes, or all, read or none. Default: all.
             * @example all
             * @example read
             */
            scopes?: string | components["schemas"]["Scope"][];
            /**
             * @description The text behind Bearer, beginning with awk_demo_. Default: awk_demo_ and the name of the key in the workspace
             *     that the mock starts with, and a generated one in all others.
             */
            secret?: string;
            /** @description Default: false. */
            revoked?: boolean;
        };
        /** @enum {string} */
        WorldKind: "teams" | "people" | "keys" | "models" | "agents" | "workflows" | "boards" | "projects" | "knowledge" | "documents" | "clients" | "tasks";
        WorldKnowledge: {
            /** @description Default: from the handle. */
            name?: string;
            description?: string;
            /** @description The teams that may search it. Default: everybody. */
            teams?: string[];
            /** @description Documents, or all files of a pattern: { files: knowledge/*.md }. */
            documents?: components["schemas"]["WorldDocument"][] | {
                files: string;
            };
        };
        WorldModel: {
            /** @description Default: the id. */
            name?: string;
            /** @description Default: agent-work. */
            owned_by?: string;
            /** @description Euros for a million tokens read. */
            in: number;
            /** @description Euros for a million tokens written. */
            out: number;
            /** @description Euros for a million tokens read from the prompt cache. Default: a tenth of in. */
            cached?: number;
        };
        WorldPastAgent: {
            /** @description How often it ran, compared with the others. Default: 1. */
            often?: number;
            success?: number;
            failure?: number;
            /** @description Whether a schedule started it mostly. Default: false. */
            by_schedule?: boolean;
            /** @description What it was asked for, and the summary. Default: its description and its script. */
            jobs?: {
                task: string;
                summary: string;
            }[];
        };
        WorldPastWorkflow: {
            /** @description What it was started for. */
            tasks?: string[];
            /** @description How its runs went, in order of time. */
            outcomes: ("completed" | "objected" | "rejected" | "cancelled" | "waiting" | "working")[];
        };
        WorldPerson: {
            /** @description Default: from the handle. */
            name?: string;
            /** @description Default: from the name. */
            email?: string;
            /** @description Default: manager for who manages a team, otherwise member. */
            role?: components["schemas"]["Role"];
            /** @description The teams; the first one pays. */
            teams?: string[];
            /** @description The teams that a manager manages. */
            manages?: string[];
        };
        /** @description A project, or just its name. */
        WorldProject: string | {
            /** @description Default: from the handle. */
            name?: string;
        };
        /** @description A step; `do` says which, and so which members it takes. */
        WorldScriptStep: {
            /** @enum {string} */
            do: "work" | "say" | "tool" | "ask" | "ask-fields" | "ask-decisions" | "await-approval" | "fail" | "finish";
            /** @description How long work or a tool takes. */
            seconds?: number;
            /** @description The share of the time of work by which runs differ. */
            variation?: number;
            tokensPerSecond?: number;
            /** @description What is said. */
            text?: string;
            /** @description The tool. */
            name?: string;
            /** @description What the tool is called with. */
            arguments?: {
                [key: string]: unknown;
            };
            /** @description What the tool returns. */
            result?: unknown;
            /** @description The question. */
            prompt?: string;
            fields?: components["schemas"]["WorldField"][];
            actions?: components["schemas"]["WorldField"][];
            /** @description What is to be approved. */
            title?: string;
            description?: string;
            /** @description The code of a failure. */
            code?: string;
            message?: string;
            /** @description May hold {{input.task}}, {{answer}} and {{values.name}}. */
            summary?: string;
        };
        /**
         * @description A world, or a part of one, as an object or as the text of a world file. Paths of files are not taken here. The mock
         *     checks it by the schema of world files, and lists every mistake.
         */
        WorldSource: string | components["schemas"]["World"] | {
            [key: string]: unknown;
        };
        WorldTask: {
            /** @description With a history, {month} is the month before, {week} the week and {year} the year. */
            title: string;
            description?: string;
            /** @description Default: backlog. */
            status?: components["schemas"]["TaskStatus"];
            /** @description Default: none; in a history medium. */
            priority?: components["schemas"]["TaskPriority"];
            /** @description Default: the first board. */
            board?: string;
            project?: string;
            /** @description Default: the first admin. */
            owner?: string;
            /** @description A person or an agent. */
            assignee?: string;
            tags?: string[];
            /** @description Acceptance criteria. */
            criteria?: string[];
            /** @description The title of an earlier task of the board that it is a part of. */
            parent?: string;
            /** @description Who approves it before it is done. */
            approvers?: string[];
            max_runs_per_hour?: number;
            budget_euros?: number;
            /**
             * Format: date-time
             * @description Default: in a history, some day for open tasks.
             */
            due?: string;
            archived?: boolean;
            /** @description How its runs went, the first one first. It needs a history, and an agent as the assignee. */
            runs?: ("completed" | "failed" | "cancelled" | "stopped" | "running" | "paused")[];
            /** @description What its completed runs came to. */
            result?: string;
        };
        /** @description A team, or just its name. */
        WorldTeam: string | {
            /** @description Default: from the handle. */
            name?: string;
        };
        /** @description A text, or the file that has it: `{ file: prompts/quotes.md }`. Files stay inside the folder of the world file. */
        WorldText: string | {
            file: string;
        };
        WorldUnderWay: {
            agent: string;
            /** @description The person who started it. */
            by: string;
            task: string;
            /** @description How long before the mock starts. */
            ago: components["schemas"]["Duration"];
            /** @description Whether nobody answers or decides. */
            waits?: boolean;
            /** @description When somebody paused it. */
            paused_after?: components["schemas"]["Duration"];
        };
        /**
         * @description A fixed value; a list, of which one is picked; a number between two; an amount of money between two; or true with that
         *     chance. In `as`, `{}` stands for the number.
         */
        WorldWord: string | number | boolean | (string | number | boolean)[] | {
            number?: number[];
            money?: number[];
            chance?: number;
            as?: string;
        };
        WorldWorkflow: {
            /** @description Default: from the handle. */
            name?: string;
            description?: string;
            /**
             * @description Default: active. A draft cannot be started.
             * @enum {string}
             */
            status?: "active" | "draft";
            /** @description The person who owns it. Default: the first admin. */
            owner?: string;
            steps: components["schemas"]["WorldWorkflowStep"][];
        };
        /** @description Either an agent that works, or a gate at which people decide. */
        WorldWorkflowStep: {
            /** @description The agent that works. */
            agent?: string;
            /** @description The name of the gate. */
            gate?: string;
            /** @description The name of the step of an agent. Default: the name of the agent. */
            name?: string;
            instruction?: string;
            /** @description Who decides at the gate beside the admins. */
            approvers?: string[];
        };
        /**
         * @description The answer, as the question asks for it.
         * @example {
         *       "answer": "Yes, use the March price list."
         *     }
         * @example {
         *       "values": {
         *         "amount": 120,
         *         "currency": "EUR"
         *       }
         *     }
         */
        _RunRespondRequest: {
            /** @description For a free-text question. */
            answer?: string | null;
            /** @description For a question that asks for fields, a value by the name of each. */
            values?: {
                [key: string]: unknown;
            } | null;
            /** @description Decisions on proposed actions. */
            decisions?: {
                [key: string]: unknown;
            }[] | null;
        };
    };
    responses: {
        /** @description The balance now. */
        Balance: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    balance_euros: number;
                };
            };
        };
        /** @description The clock. */
        Clock: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Clock"];
            };
        };
        /** @description The report. */
        Coverage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Coverage"];
            };
        };
        /** @description An OpenAPI 3.1 document. */
        Document: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        /** @description The entry. */
        Entry: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Entry"];
            };
        };
        /**
         * @description A web page from elsewhere is behind the request: its `Origin` is neither the mock's own, nor of this machine, nor
         *     listed by `--control-origin`, or its `Host` is a name that anybody may have pointed here.
         */
        ForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request does not fit this document. The message has the field and what it takes. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key. */
        Key: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Key"];
            };
        };
        /**
         * @description The control API has a key, and the header `X-Mock-Control-Key` does not have it; or the path says
         *     `current`, and the `Authorization` header has a key that no workspace has.
         */
        KeyNeeded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not found. The message lists what exists. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A page of HTML. */
        Page: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description The policy. */
        Policy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Policy"];
            };
        };
        /** @description The present state does not allow it. The message has the state and what would be accepted. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another shard, which has what `from` names, does not answer as a shard does. */
        ShardUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The snapshot. */
        Snapshot: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Snapshot"];
            };
        };
        /** @description The task. */
        Task: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Task"];
            };
        };
    };
    parameters: {
        /** @description The minimum percentage of events. */
        Events: number;
        /** @description The header `X-Mock-Exchange` of every reply has it. */
        ExchangeId: string;
        /** @description Whether to delete what is used. */
        Force: boolean;
        /** @description The handle of the entry, or its id. */
        Handle: string;
        /** @description The address of the mock in what is returned. */
        Host: string;
        /** @description The member of the world file. Documents belong to knowledge bases, and have a path of their own here. */
        Kind: components["schemas"]["WorldKind"];
        /** @description The minimum percentage of operations. */
        Operations: number;
        /** @description The minimum percentage of replies. */
        Replies: number;
        /** @description The minimum percentage of roles. */
        Roles: number;
        /** @description The minimum percentage of scopes. */
        Scopes: number;
        /** @description Whether the other shards (`--peers`) are asked as well. */
        Shards: "all" | "own";
        SnapshotId: string;
        /** @description The id of the task, or its reference, such as `OPS-12`. */
        Task: string;
        /** @description The minimum percentage of transitions. */
        Transitions: number;
        /** @description The id of a workspace, or `current`. */
        WorkspaceId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mock is there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mock takes requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The mock is stopping, or cannot keep what it would acknowledge. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    getTarget: {
        parameters: {
            query?: never;
            header?: {
                /** @description The address of the mock in the file. */
                Host?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    getServiceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Document"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    getControlDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Document"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /** @description The ids of the workspaces to follow, separated by commas; `*` for all, also those that are still to come. */
                workspaces?: string;
                /** @description The ids of chats to follow from their first event on, separated by commas. */
                chats?: string;
            };
            header?: {
                /** @description The id of the last event received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, until the client leaves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            422: components["responses"]["Invalid"];
        };
    };
    showReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    showControlReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description Whether the other shards (`--peers`) are asked as well. */
                shards?: components["parameters"]["Shards"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspaces. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            422: components["responses"]["Invalid"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            /** @description The workspace. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
            /** @description The team whose key was sent has as many workspaces or rows as it may have. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            502: components["responses"]["ShardUnreachable"];
        };
    };
    readWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
        };
    };
    resetWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock after the reset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    getWorkspaceDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Document"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Clock"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockSetting"];
            };
        };
        responses: {
            200: components["responses"]["Clock"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Advance"];
            };
        };
        responses: {
            /** @description The clock, and what happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimePassed"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    readAgenda: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Planned"][];
                        /** @description How many events are planned. */
                        planned: number;
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    listTransitions: {
        parameters: {
            query?: {
                /** @description Only from this instant on. */
                since?: components["schemas"]["Instant"];
                /** @description Only of the resource with this id, and of what came of it, such as the runs of a task. */
                subject?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transitions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transition"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Person"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    listWaiting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approvals and questions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Waiting"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    decideApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of the approval, the id of the run, task or workflow run that waits for it, a task's reference, a title, or `oldest` for the one that has waited longest. */
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDecision"];
            };
        };
        responses: {
            /** @description The decision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            /** @description The person may not decide this; or a web page from elsewhere is behind the request. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    archiveTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of the task, or its reference, such as `OPS-12`. */
                task: components["parameters"]["Task"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Task"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    unarchiveTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of the task, or its reference, such as `OPS-12`. */
                task: components["parameters"]["Task"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Task"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    runTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of the task, or its reference, such as `OPS-12`. */
                task: components["parameters"]["Task"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who starts it; the task's owner when left out. */
                    by?: components["schemas"]["PersonReference"];
                };
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        task: components["schemas"]["Task"];
                        /** @description Null while the limits hold the run back. */
                        run_id: string | null;
                        transitions: components["schemas"]["Transition"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            402: components["responses"]["Refused"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            201: components["responses"]["Key"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id or the name of the key. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyChange"];
            };
        };
        responses: {
            200: components["responses"]["Key"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    readBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance now, and the latest top-ups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        balance_euros: number;
                        /** @description The latest 100, newest first. */
                        top_ups: {
                            /** Format: date-time */
                            at: string;
                            euros: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    setBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    balance_euros: number;
                };
            };
        };
        responses: {
            200: components["responses"]["Balance"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    topUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    euros: number;
                };
            };
        };
        responses: {
            200: components["responses"]["Balance"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    setPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    plan: components["schemas"]["PlanName"];
                };
            };
        };
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plan: components["schemas"]["PlanName"];
                        plan_id: string;
                        name: string;
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    readPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Policy"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    setPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Policy"];
            };
        };
        responses: {
            200: components["responses"]["Policy"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    deletePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no policy any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A world file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    changeWorld: {
        parameters: {
            query?: {
                /** @description Whether to delete what is used. */
                force?: components["parameters"]["Force"];
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorldSource"];
            };
        };
        responses: {
            /** @description What was created, changed and deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldChanges"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    listEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The member of the world file. Documents belong to knowledge bases, and have a path of their own here. */
                kind: components["parameters"]["Kind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entry"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The member of the world file. Documents belong to knowledge bases, and have a path of their own here. */
                kind: components["parameters"]["Kind"];
                /** @description The handle of the entry, or its id. */
                handle: components["parameters"]["Handle"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Entry"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    putEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The member of the world file. Documents belong to knowledge bases, and have a path of their own here. */
                kind: components["parameters"]["Kind"];
                /** @description The handle of the entry, or its id. */
                handle: components["parameters"]["Handle"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            200: components["responses"]["Entry"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    deleteEntry: {
        parameters: {
            query?: {
                /** @description Whether to delete what is used. */
                force?: components["parameters"]["Force"];
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The member of the world file. Documents belong to knowledge bases, and have a path of their own here. */
                kind: components["parameters"]["Kind"];
                /** @description The handle of the entry, or its id. */
                handle: components["parameters"]["Handle"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description List automatic snapshots instead. The console takes them before it changes something; the last twenty are kept. */
                automatic?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Snapshot"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    saveSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /**
                     * @description Whether it is taken to undo a change. Automatic snapshots are not listed by default, and only the last twenty are kept.
                     * @default false
                     */
                    automatic?: boolean;
                };
            };
        };
        responses: {
            201: components["responses"]["Snapshot"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    readSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Snapshot"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readAnySnapshotFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readSnapshotFile: {
        parameters: {
            query?: {
                /** @description Whether the secrets of keys are in the file, so that they go on working where it is loaded. */
                with_keys?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of a snapshot, `now` for the workspace as it is, or `beginning` for what it was when it was made. */
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock after the restore. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readDifference: {
        parameters: {
            query?: {
                /** @description The id of a later snapshot, or `now`. */
                to?: string;
                /** @description How many rows of each kind to list for each table. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                snapshot_id: components["parameters"]["SnapshotId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Difference"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    listExchanges: {
        parameters: {
            query?: {
                /** @description An operationId. */
                operation?: string;
                method?: string;
                /** @description The whole path. `*` stands for any text without a slash, `**` for any text. */
                path?: string;
                /** @description Such as `201` or `4xx`. */
                status?: string;
                /** @description The id or the name of a key. */
                key?: string;
                /** @description The id or the name of a person. */
                person?: string;
                /** @description An instant, or the id of the exchange after which to begin. */
                since?: string;
                /** @description An instant, or the id of the exchange before which to end. */
                until?: string;
                /** @description A text anywhere in path, query or bodies. */
                text?: string;
                /** @description The code of the refusal, such as `transition_refused`. */
                refusal?: string;
                /** @description The id of a fault that was applied. */
                fault?: string;
                /** @description Whether the exchange is still open. */
                open?: boolean;
                /** @description Whether what was done in the console is listed */
                console?: boolean;
                /** @description How many of the newest matches to return. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exchanges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeList"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    clearJournal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readExchange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The header `X-Mock-Exchange` of every reply has it. */
                exchange_id: components["parameters"]["ExchangeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exchange. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exchange"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    findExchanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "createTask",
                 *       "body": {
                 *         "priority": "urgent"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExchangeFilter"] & {
                    /** @description How many of the newest matches to return. */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The exchanges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Exchange"][];
                        /** @description How many exchanges match. */
                        count: number;
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    verifyExchanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "createTask",
                 *       "body": {
                 *         "priority": "urgent"
                 *       },
                 *       "times": 1,
                 *       "before": {
                 *         "operation": "startRun"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Expectation"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    waitForExchange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "respondToRun",
                 *       "within": "5s"
                 *     }
                 */
                "application/json": components["schemas"]["ExchangeFilter"] & {
                    /** @description How many exchanges to wait for. Default: 1. */
                    times?: number;
                    within?: components["schemas"]["Duration"];
                };
            };
        };
        responses: {
            /** @description The matches, and whether there are enough. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        met: boolean;
                        exchanges: components["schemas"]["ExchangeLine"][];
                        near_misses: components["schemas"]["NearMiss"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    exportHar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The address of the mock in what is returned. */
                Host?: components["parameters"]["Host"];
            };
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    replayExchanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "as": [
                 *         "itself",
                 *         "everybody"
                 *       ]
                 *     }
                 */
                "application/json": {
                    exchanges?: components["schemas"]["ExchangeFilter"];
                    /** @description An HTTP archive instead of the journal. */
                    har?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Names of keys, each of which sends every call. `itself` stands for the key that a call was sent with,
                     *     `everybody` for every key of the workspace in turn.
                     * @default [
                     *       "itself"
                     *     ]
                     */
                    as?: string[];
                };
            };
        };
        responses: {
            /** @description The statuses for each key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Replay"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    listUnmatchedRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exchanges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            exchange: components["schemas"]["Exchange"];
                            why: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults, in the order in which they were added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Fault"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "on": {
                 *         "operation": "createTask"
                 *       },
                 *       "times": 1,
                 *       "effects": [
                 *         {
                 *           "do": "drop",
                 *           "when": "after"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewFault"];
            };
        };
        responses: {
            /** @description The new fault. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All faults are removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                fault_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fault is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    listSituations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The situations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Situation"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    triggerSituation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description Its name. */
                situation: components["schemas"]["SituationName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Triggered"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            402: components["responses"]["Refused"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Refused"];
            422: components["responses"]["Invalid"];
        };
    };
    explainExchange: {
        parameters: {
            query?: never;
            header?: {
                /** @description The address of the mock in what is returned. */
                Host?: components["parameters"]["Host"];
            };
            path: {
                /** @description The header `X-Mock-Exchange` of every reply has it. */
                exchange_id: components["parameters"]["ExchangeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The address of the mock in what is returned. */
                Host?: components["parameters"]["Host"];
            };
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of anything; a task's reference or a run's chat also works. */
                resource_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceHistory"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    readAudience: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
                /** @description The id of a run, task, workflow, workflow run, agent or approval. */
                resource_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The operation that reads it. */
                        operation: string;
                        data: {
                            key: string;
                            person: string;
                            role: string;
                            sees: boolean;
                            status: number;
                            /** @description The message of the refusal. */
                            why: string | null;
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
        };
    };
    findResource: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resources with that id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FoundResource"][];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            422: components["responses"]["Invalid"];
        };
    };
    listGaps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            section: string;
                            silence: string;
                            default: string;
                            answers: {
                                id: string;
                                means: string;
                            }[];
                            operations: string[];
                        }[];
                    };
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
        };
    };
    lintClient: {
        parameters: {
            query?: {
                /** @description Comma-separated rules and severities that fail the report: `warning`, `note`, `never`, or ids of rules. */
                fail_on?: string;
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LintReport"];
                };
            };
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    readCoverage: {
        parameters: {
            query?: {
                /** @description The minimum percentage of operations. */
                operations?: components["parameters"]["Operations"];
                /** @description The minimum percentage of replies. */
                replies?: components["parameters"]["Replies"];
                /** @description The minimum percentage of transitions. */
                transitions?: components["parameters"]["Transitions"];
                /** @description The minimum percentage of roles. */
                roles?: components["parameters"]["Roles"];
                /** @description The minimum percentage of scopes. */
                scopes?: components["parameters"]["Scopes"];
                /** @description The minimum percentage of events. */
                events?: components["parameters"]["Events"];
            };
            header?: never;
            path: {
                /** @description The id of a workspace, or `current`. */
                workspace_id: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Coverage"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    readTotalCoverage: {
        parameters: {
            query?: {
                /** @description The minimum percentage of operations. */
                operations?: components["parameters"]["Operations"];
                /** @description The minimum percentage of replies. */
                replies?: components["parameters"]["Replies"];
                /** @description The minimum percentage of transitions. */
                transitions?: components["parameters"]["Transitions"];
                /** @description The minimum percentage of roles. */
                roles?: components["parameters"]["Roles"];
                /** @description The minimum percentage of scopes. */
                scopes?: components["parameters"]["Scopes"];
                /** @description The minimum percentage of events. */
                events?: components["parameters"]["Events"];
                /** @description Whether the other shards (`--peers`) are asked as well. */
                shards?: components["parameters"]["Shards"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Coverage"];
            401: components["responses"]["KeyNeeded"];
            403: components["responses"]["ForeignOrigin"];
            422: components["responses"]["Invalid"];
        };
    };
}

export const controlOperations = {
  getHealth: {"id":"getHealth","method":"GET","path":"/_mock/health","tag":"about","summary":"Check that the mock is there","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200],"replies":{"200":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  getReadiness: {"id":"getReadiness","method":"GET","path":"/_mock/ready","tag":"about","summary":"Check that the mock takes requests","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,503],"replies":{"200":["application/json"],"503":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  getMetrics: {"id":"getMetrics","method":"GET","path":"/_mock/metrics","tag":"about","summary":"Read metrics","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["text/plain"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  getTarget: {"id":"getTarget","method":"GET","path":"/_mock/target.yaml","tag":"about","summary":"Get a target file for the conformance suite","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["application/yaml"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[{"name":"Host","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"requestBody":null,"streams":false,"gaps":[]},
  getServiceDocument: {"id":"getServiceDocument","method":"GET","path":"/_mock/openapi.json","tag":"about","summary":"Read the contract of the service","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  getControlDocument: {"id":"getControlDocument","method":"GET","path":"/_mock/control.json","tag":"about","summary":"Read the document of this API","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  followEvents: {"id":"followEvents","method":"GET","path":"/_mock/events","tag":"insight","summary":"Follow what happens","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,422],"replies":{"200":["text/event-stream"],"401":["application/json"],"403":["application/json"],"422":["application/json"]},"pathParams":[],"queryParams":[{"name":"workspaces","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"chats","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[{"name":"Last-Event-ID","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"requestBody":null,"streams":true,"gaps":[]},
  showReference: {"id":"showReference","method":"GET","path":"/_mock/reference","tag":"about","summary":"Show the reference of the service","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["text/html"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  showControlReference: {"id":"showControlReference","method":"GET","path":"/_mock/reference/control","tag":"about","summary":"Show the reference of this API","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["text/html"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listWorkspaces: {"id":"listWorkspaces","method":"GET","path":"/_mock/workspaces","tag":"workspaces","summary":"List the workspaces","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"422":["application/json"]},"pathParams":[],"queryParams":[{"name":"shards","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  createWorkspace: {"id":"createWorkspace","method":"POST","path":"/_mock/workspaces","tag":"workspaces","summary":"Create a workspace","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":201,"statuses":[201,401,403,404,409,422,429,502],"replies":{"201":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"],"429":["application/json"],"502":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":{"required":false,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  readWorkspace: {"id":"readWorkspace","method":"GET","path":"/_mock/workspaces/{workspace_id}","tag":"workspaces","summary":"Read a workspace","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  deleteWorkspace: {"id":"deleteWorkspace","method":"DELETE","path":"/_mock/workspaces/{workspace_id}","tag":"workspaces","summary":"Delete a workspace","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":204,"statuses":[204,401,403,404,409],"replies":{"204":[],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  resetWorkspace: {"id":"resetWorkspace","method":"POST","path":"/_mock/workspaces/{workspace_id}/reset","tag":"workspaces","summary":"Reset a workspace","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  getWorkspaceDocument: {"id":"getWorkspaceDocument","method":"GET","path":"/_mock/workspaces/{workspace_id}/openapi.json","tag":"about","summary":"Read the contract of a workspace","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readClock: {"id":"readClock","method":"GET","path":"/_mock/workspaces/{workspace_id}/clock","tag":"clock","summary":"Read the clock","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  setClock: {"id":"setClock","method":"PUT","path":"/_mock/workspaces/{workspace_id}/clock","tag":"clock","summary":"Set how time passes","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,409,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  advanceClock: {"id":"advanceClock","method":"POST","path":"/_mock/workspaces/{workspace_id}/clock/advance","tag":"clock","summary":"Advance the clock","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,409,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  readAgenda: {"id":"readAgenda","method":"GET","path":"/_mock/workspaces/{workspace_id}/agenda","tag":"clock","summary":"List what is planned","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"limit","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listTransitions: {"id":"listTransitions","method":"GET","path":"/_mock/workspaces/{workspace_id}/transitions","tag":"clock","summary":"List changes of status","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"since","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"subject","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"limit","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listPeople: {"id":"listPeople","method":"GET","path":"/_mock/workspaces/{workspace_id}/people","tag":"people","summary":"List the people","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listWaiting: {"id":"listWaiting","method":"GET","path":"/_mock/workspaces/{workspace_id}/waiting","tag":"people","summary":"List what waits for a person","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  decideApproval: {"id":"decideApproval","method":"POST","path":"/_mock/workspaces/{workspace_id}/approvals/{approval_id}/decision","tag":"people","summary":"Approve, reject or object","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,409,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"approval_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  archiveTask: {"id":"archiveTask","method":"POST","path":"/_mock/workspaces/{workspace_id}/tasks/{task}/archive","tag":"people","summary":"Archive a task","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"task","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  unarchiveTask: {"id":"unarchiveTask","method":"POST","path":"/_mock/workspaces/{workspace_id}/tasks/{task}/unarchive","tag":"people","summary":"Unarchive a task","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"task","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  runTask: {"id":"runTask","method":"POST","path":"/_mock/workspaces/{workspace_id}/tasks/{task}/run","tag":"people","summary":"Start a run of a task","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,402,403,404,409,422],"replies":{"200":["application/json"],"401":["application/json"],"402":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"task","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":false,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  listKeys: {"id":"listKeys","method":"GET","path":"/_mock/workspaces/{workspace_id}/keys","tag":"people","summary":"List the keys","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  createKey: {"id":"createKey","method":"POST","path":"/_mock/workspaces/{workspace_id}/keys","tag":"people","summary":"Create a key","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":201,"statuses":[201,401,403,404,409,422],"replies":{"201":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  changeKey: {"id":"changeKey","method":"PATCH","path":"/_mock/workspaces/{workspace_id}/keys/{key_id}","tag":"people","summary":"Limit, revoke or restore a key","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"key_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  readBalance: {"id":"readBalance","method":"GET","path":"/_mock/workspaces/{workspace_id}/wallet","tag":"people","summary":"Read the balance","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  setBalance: {"id":"setBalance","method":"PUT","path":"/_mock/workspaces/{workspace_id}/wallet","tag":"people","summary":"Set the balance","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  topUp: {"id":"topUp","method":"POST","path":"/_mock/workspaces/{workspace_id}/wallet/top-ups","tag":"people","summary":"Top up the wallet","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  setPlan: {"id":"setPlan","method":"PUT","path":"/_mock/workspaces/{workspace_id}/plan","tag":"people","summary":"Change the plan","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  readPolicy: {"id":"readPolicy","method":"GET","path":"/_mock/workspaces/{workspace_id}/policy","tag":"people","summary":"Read the policy","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  setPolicy: {"id":"setPolicy","method":"PUT","path":"/_mock/workspaces/{workspace_id}/policy","tag":"people","summary":"Set the policy","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  deletePolicy: {"id":"deletePolicy","method":"DELETE","path":"/_mock/workspaces/{workspace_id}/policy","tag":"people","summary":"Delete the policy","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":204,"statuses":[204,401,403,404],"replies":{"204":[],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readWorld: {"id":"readWorld","method":"GET","path":"/_mock/workspaces/{workspace_id}/world","tag":"world","summary":"Read the world","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/yaml"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  changeWorld: {"id":"changeWorld","method":"PATCH","path":"/_mock/workspaces/{workspace_id}/world","tag":"world","summary":"Change a part of the world","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,409,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"force","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  listEntries: {"id":"listEntries","method":"GET","path":"/_mock/workspaces/{workspace_id}/world/{kind}","tag":"world","summary":"List entries of a kind","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"kind","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readEntry: {"id":"readEntry","method":"GET","path":"/_mock/workspaces/{workspace_id}/world/{kind}/{handle}","tag":"world","summary":"Read an entry","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"kind","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"handle","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  putEntry: {"id":"putEntry","method":"PUT","path":"/_mock/workspaces/{workspace_id}/world/{kind}/{handle}","tag":"world","summary":"Create or replace an entry","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,409,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"kind","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"handle","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  deleteEntry: {"id":"deleteEntry","method":"DELETE","path":"/_mock/workspaces/{workspace_id}/world/{kind}/{handle}","tag":"world","summary":"Delete an entry","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":204,"statuses":[204,401,403,404,409,422],"replies":{"204":[],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"kind","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"handle","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"force","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listSnapshots: {"id":"listSnapshots","method":"GET","path":"/_mock/workspaces/{workspace_id}/snapshots","tag":"snapshots","summary":"List the snapshots of a workspace","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"automatic","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  saveSnapshot: {"id":"saveSnapshot","method":"POST","path":"/_mock/workspaces/{workspace_id}/snapshots","tag":"snapshots","summary":"Save a snapshot","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":201,"statuses":[201,401,403,404,409,422],"replies":{"201":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":false,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  readSnapshot: {"id":"readSnapshot","method":"GET","path":"/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}","tag":"snapshots","summary":"Read a snapshot","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"snapshot_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  deleteSnapshot: {"id":"deleteSnapshot","method":"DELETE","path":"/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}","tag":"snapshots","summary":"Delete a snapshot","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":204,"statuses":[204,401,403,404],"replies":{"204":[],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"snapshot_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readAnySnapshotFile: {"id":"readAnySnapshotFile","method":"GET","path":"/_mock/snapshots/{snapshot_id}/file","tag":"snapshots","summary":"Save a snapshot of any workspace as a file","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/x-ndjson"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"snapshot_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readSnapshotFile: {"id":"readSnapshotFile","method":"GET","path":"/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/file","tag":"snapshots","summary":"Save a snapshot as a file","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/x-ndjson"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"snapshot_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"with_keys","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  restoreSnapshot: {"id":"restoreSnapshot","method":"POST","path":"/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/restore","tag":"snapshots","summary":"Restore a snapshot","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"snapshot_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readDifference: {"id":"readDifference","method":"GET","path":"/_mock/workspaces/{workspace_id}/snapshots/{snapshot_id}/difference","tag":"snapshots","summary":"Read the difference to a snapshot","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"snapshot_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"to","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"limit","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listExchanges: {"id":"listExchanges","method":"GET","path":"/_mock/workspaces/{workspace_id}/journal","tag":"journal","summary":"List exchanges","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"operation","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"method","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"path","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"status","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"key","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"person","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"since","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"until","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"text","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"refusal","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"fault","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"open","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"console","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"limit","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  clearJournal: {"id":"clearJournal","method":"DELETE","path":"/_mock/workspaces/{workspace_id}/journal","tag":"journal","summary":"Clear the journal","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":204,"statuses":[204,401,403,404],"replies":{"204":[],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readExchange: {"id":"readExchange","method":"GET","path":"/_mock/workspaces/{workspace_id}/journal/exchanges/{exchange_id}","tag":"journal","summary":"Read an exchange","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"exchange_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  findExchanges: {"id":"findExchanges","method":"POST","path":"/_mock/workspaces/{workspace_id}/journal/find","tag":"journal","summary":"Find exchanges","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  verifyExchanges: {"id":"verifyExchanges","method":"POST","path":"/_mock/workspaces/{workspace_id}/journal/verify","tag":"journal","summary":"Verify requests","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  waitForExchange: {"id":"waitForExchange","method":"POST","path":"/_mock/workspaces/{workspace_id}/journal/wait","tag":"journal","summary":"Wait for requests","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  exportHar: {"id":"exportHar","method":"GET","path":"/_mock/workspaces/{workspace_id}/journal/har","tag":"journal","summary":"Export the journal as an HTTP archive","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[{"name":"Host","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"requestBody":null,"streams":false,"gaps":[]},
  replayExchanges: {"id":"replayExchanges","method":"POST","path":"/_mock/workspaces/{workspace_id}/journal/replay","tag":"journal","summary":"Replay exchanges","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":false,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  listUnmatchedRequests: {"id":"listUnmatchedRequests","method":"GET","path":"/_mock/unmatched","tag":"journal","summary":"List requests without a known key","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listFaults: {"id":"listFaults","method":"GET","path":"/_mock/workspaces/{workspace_id}/faults","tag":"faults","summary":"List faults","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  addFault: {"id":"addFault","method":"POST","path":"/_mock/workspaces/{workspace_id}/faults","tag":"faults","summary":"Add a fault","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":201,"statuses":[201,401,403,404,422],"replies":{"201":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":{"required":true,"contentTypes":["application/json"]},"streams":false,"gaps":[]},
  clearFaults: {"id":"clearFaults","method":"DELETE","path":"/_mock/workspaces/{workspace_id}/faults","tag":"faults","summary":"Remove all faults","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":204,"statuses":[204,401,403,404],"replies":{"204":[],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  removeFault: {"id":"removeFault","method":"DELETE","path":"/_mock/workspaces/{workspace_id}/faults/{fault_id}","tag":"faults","summary":"Remove a fault","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":204,"statuses":[204,401,403,404],"replies":{"204":[],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"fault_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listSituations: {"id":"listSituations","method":"GET","path":"/_mock/situations","tag":"situations","summary":"List the situations","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  triggerSituation: {"id":"triggerSituation","method":"POST","path":"/_mock/workspaces/{workspace_id}/situations/{situation}","tag":"situations","summary":"Bring about a situation","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,402,403,404,409,422],"replies":{"200":["application/json"],"401":["application/json"],"402":["application/json"],"403":["application/json"],"404":["application/json"],"409":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"situation","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  explainExchange: {"id":"explainExchange","method":"GET","path":"/_mock/explain/{exchange_id}","tag":"insight","summary":"Explain an exchange","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"exchange_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[{"name":"Host","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"requestBody":null,"streams":false,"gaps":[]},
  readHistory: {"id":"readHistory","method":"GET","path":"/_mock/workspaces/{workspace_id}/history/{resource_id}","tag":"insight","summary":"Read the history of a run, task, workflow run or approval","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"resource_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[{"name":"Host","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"requestBody":null,"streams":false,"gaps":[]},
  readAudience: {"id":"readAudience","method":"GET","path":"/_mock/workspaces/{workspace_id}/audience/{resource_id}","tag":"insight","summary":"List which keys see a resource","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"resource_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  findResource: {"id":"findResource","method":"GET","path":"/_mock/find","tag":"insight","summary":"Find a resource by its id","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"422":["application/json"]},"pathParams":[],"queryParams":[{"name":"id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  listGaps: {"id":"listGaps","method":"GET","path":"/_mock/gaps","tag":"insight","summary":"List the gaps","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"]},"pathParams":[],"queryParams":[],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  lintClient: {"id":"lintClient","method":"GET","path":"/_mock/workspaces/{workspace_id}/lint","tag":"insight","summary":"Lint the client","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"fail_on","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readCoverage: {"id":"readCoverage","method":"GET","path":"/_mock/workspaces/{workspace_id}/coverage","tag":"insight","summary":"Read the coverage of a workspace","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,404,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"404":["application/json"],"422":["application/json"]},"pathParams":[{"name":"workspace_id","required":true,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"queryParams":[{"name":"operations","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"replies","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"transitions","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"roles","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"scopes","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"events","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
  readTotalCoverage: {"id":"readTotalCoverage","method":"GET","path":"/_mock/coverage","tag":"insight","summary":"Read the coverage of all workspaces","scopes":[[],[]],"roleRule":null,"rateLimit":null,"deprecated":false,"successStatus":200,"statuses":[200,401,403,422],"replies":{"200":["application/json"],"401":["application/json"],"403":["application/json"],"422":["application/json"]},"pathParams":[],"queryParams":[{"name":"operations","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"replies","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"transitions","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"roles","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"scopes","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"events","required":false,"nullable":false,"hasDefault":false,"deprecated":false,"aliasOf":null,"gaps":[]},{"name":"shards","required":false,"nullable":false,"hasDefault":true,"deprecated":false,"aliasOf":null,"gaps":[]}],"headerParams":[],"requestBody":null,"streams":false,"gaps":[]},
} as const satisfies { [Id in keyof operations]: OperationRow<Id> }
