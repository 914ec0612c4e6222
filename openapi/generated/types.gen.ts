// Generated from the contract by `npm run generate`; edit openapi/**/*.yaml instead.
export interface paths {
    "/v1/agent/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete with an agent
         * @description Runs an existing agent on the messages and answers with its final message, whole or as a stream.
         */
        post: operations["createAgentCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a chat
         * @description A chat completion in the shape that common chat clients speak, whole or as a stream.
         */
        post: operations["createChatCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List knowledge bases
         * @description The knowledge bases that the owner of the key may search. A search that names none searches exactly these.
         */
        get: operations["listKnowledgeFolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search knowledge bases
         * @description Finds the passages that match the query best, in the given knowledge bases or in all that the caller may search.
         */
        post: operations["searchKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description The chat models that the caller's tenant may use, in the list shape that common chat clients read.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents
         * @description The agents that the owner of the key can see: their own and those shared with them.
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        /**
         * Read an agent
         * @description One agent of the caller's tenant.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agent_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run
         * @description Starts the agent and answers at once; the run goes on by itself. Follow it with getRun, a few seconds apart,
         *     or with streamChat.
         */
        post: operations["startRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agent_id}/runs/{run_id}/respond": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id. */
                agent_id: components["parameters"]["AgentId"];
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a run's question
         * @description A run that is paused on a question goes on with what is given here: `answer` for a free-text question,
         *     `values` for one that asks for fields. The agent receives it as the return of its `ask_user` tool.
         *     Approvals are not questions: no key can decide one, here or elsewhere.
         */
        post: operations["respondToRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/{agent_id}/runs/{run_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id. */
                agent_id: components["parameters"]["AgentId"];
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a run for good
         * @description Ends a running or paused run permanently. It cannot be resumed, and its cost is final.
         */
        post: operations["stopRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a running run
         * @description Ends a running run as `cancelled` and writes a message into its chat. A cancelled run can be retried.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/runs/{run_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a running run
         * @description Pauses the run until it is resumed or stopped.
         */
        post: operations["pauseRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/runs/{run_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused run
         * @description Continues the run from where it was paused.
         */
        post: operations["resumeRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agents/runs/{run_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed or cancelled run
         * @description Starts a new run with a new chat, by the same agent and with the same input. The original run stays as it is.
         */
        post: operations["retryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description Runs that the owner of the key may see, newest first. Read on with `cursor`, set to the `next_cursor` of the page before;
         *     `offset` still works and is deprecated.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        /**
         * Read a run
         * @description One run with its status, its cost in euros, tokens and time so far, and its summary once it has finished.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chats/{chat_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The conversation's id: `chat_id` or `shared_chat_id` of a start reply. */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        /**
         * Follow a chat
         * @description Server-sent events of a run's or a workflow run's conversation, each as it happens, from the first one on.
         *     The stream ends when the run has ended. A connection that broke is taken up again with `Last-Event-ID`.
         */
        get: operations["streamChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description Tasks that the owner of the key may see and that match all filters. Archived tasks are hidden by default.
         */
        get: operations["listTasks"];
        put?: never;
        /**
         * Create a task
         * @description Creates a task in the backlog. Only its title is required.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/by-number/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `<PREFIX>-<number>`, such as `OPS-12`, or the bare number. */
                ref: string;
            };
            cookie?: never;
        };
        /**
         * Find a task by its number
         * @description Resolves a reference such as `OPS-12`.
         */
        get: operations["getTaskByNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        /**
         * Read a task
         * @description One task.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Delete a task
         * @description Removes the task. Its runs stay in the list of runs.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /**
         * Change a task
         * @description Changes only the fields that are sent. The status and the assignee have their own operations.
         */
        patch: operations["updateTask"];
        trace?: never;
    };
    "/tasks/{task_id}/assignee": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
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
         * Assign or unassign a task
         * @description Assigns the task to a person or to an agent; null in both fields unassigns it.
         */
        patch: operations["setTaskAssignee"];
        trace?: never;
    };
    "/tasks/{task_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        /**
         * List a task's runs
         * @description All runs ever spawned for the task, newest first.
         */
        get: operations["listTaskRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{task_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
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
         * Move a task to another column
         * @description Sets the status and, when given, the place within the column.
         */
        patch: operations["setTaskStatus"];
        trace?: never;
    };
    "/workflows/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workflows
         * @description Workflows of the tenant, page by page. `page` and `per_page` are aliases of `offset` and `limit`.
         */
        get: operations["listWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/run-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the month's workflow runs
         * @description The tenant's workflow runs this month, and the quota.
         */
        get: operations["getWorkflowRunUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/approvals/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workflow gates that wait for the caller
         * @description Pending approvals of workflow gates that the person behind the key may decide in the app; others are not listed.
         */
        get: operations["listPendingWorkflowApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        /**
         * Read a workflow
         * @description One workflow with its steps and the names of their agents.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflow_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a workflow run
         * @description Accepts the run and answers at once; follow `shared_chat_id` with streamChat.
         */
        post: operations["startWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflow_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        /**
         * List a workflow's runs
         * @description The runs of one workflow that match all filters, newest first.
         */
        get: operations["listWorkflowRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflow_id}/runs/summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        /**
         * Summarise a workflow's runs
         * @description Figures over all runs of one workflow.
         */
        get: operations["getWorkflowRunsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflow_id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        /**
         * Read a workflow run
         * @description One run of a workflow with its status and the total cost of its steps.
         */
        get: operations["getWorkflowRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{workflow_id}/runs/{run_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        /**
         * Read a workflow run's steps
         * @description What each step of the run did, in the order of the workflow.
         */
        get: operations["listWorkflowRunSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/pending/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending approvals
         * @description All pending approvals of the caller's tenant that the caller may see.
         */
        get: operations["listPendingApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The approval's id. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        /**
         * Read an approval
         * @description One approval that the caller is entitled to see, pending or decided.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/insights/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summarise the workspace
         * @description Totals, success, activity, cost and the most used models of one period.
         */
        get: operations["getInsightsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/agents/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the agents
         * @description Runs, success rate, cost, tokens and top users of each agent.
         */
        get: operations["getAgentStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/agents/usage-by-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage of each user
         * @description Runs and cost of each user, split by agent.
         */
        get: operations["getUsageByUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/agents/usage-by-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage of each team
         * @description Runs and cost of each team, split by agent.
         */
        get: operations["getUsageByTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the headline numbers
         * @description Agents, runs and pending approvals in numbers.
         */
        get: operations["getDashboardStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/wallet/org/spend-by-agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the spend by agent
         * @description The spend on each agent.
         */
        get: operations["getSpendByAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/wallet/org/spend-by-model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the spend by model
         * @description The spend on each model.
         */
        get: operations["getSpendByModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/wallet/org/spend-by-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the spend by team
         * @description The spend of each team.
         */
        get: operations["getSpendByTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/wallet/org/spend-by-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the spend by user
         * @description The spend of each person.
         */
        get: operations["getSpendByUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/wallet/org/spend-over-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the spend day by day
         * @description One bucket for each day, including days without spend.
         */
        get: operations["getSpendOverTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/wallet/team-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage of teams
         * @description Usage of the teams that the caller can see, by the given grouping. Grouping by member lists everybody, including members without spend.
         */
        get: operations["getTeamStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balance
         * @description The balance of the workspace in euros, with the spend of today and of the last 30 days.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/my-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read my own usage
         * @description The usage of the person behind the key only.
         */
        get: operations["getMyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/monthly-statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a monthly statement
         * @description One month: a headline (subscription, usage, agent runs) and its detail lines.
         */
        get: operations["getMonthlyStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/entitlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the plan
         * @description Caps, features and current usage of the plan, and the plans above it. The service determines the plan; a client never sends it.
         */
        get: operations["getEntitlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agency/clients/{client_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of one of the agency's clients. */
                client_id: string;
            };
            cookie?: never;
        };
        /**
         * Read a client's usage
         * @description Runs, tokens and cost of one client in one month, agent by agent.
         */
        get: operations["getAgencyClientUsage"];
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
        AgencyClientUsage: {
            client_id: string;
            client_name: string;
            month: components["schemas"]["Month"];
            runs: number;
            tokens: components["schemas"]["Tokens"];
            cost_euros: components["schemas"]["Euros"];
            agents: {
                agent_id: string;
                agent_name: string;
                runs: number;
                tokens: components["schemas"]["Tokens"];
                cost_euros: components["schemas"]["Euros"];
            }[];
        };
        /**
         * @example {
         *       "id": "agt_01",
         *       "name": "Invoice checker",
         *       "description": "Compares invoices with purchase orders.",
         *       "visibility": "shared",
         *       "owner_id": "usr_01",
         *       "team_id": "team_01",
         *       "config": {
         *         "system_prompt": "You compare invoices with purchase orders.",
         *         "model": "aw-large",
         *         "tools": [
         *           "search_knowledge"
         *         ],
         *         "temperature": 0.2,
         *         "max_steps": 20
         *       },
         *       "tags": [
         *         "finance"
         *       ],
         *       "created_at": "2026-08-01T08:00:00.000Z",
         *       "updated_at": "2026-11-02T10:15:00.000Z"
         *     }
         */
        Agent: {
            id: string;
            name: string;
            description: string;
            /**
             * @description Only the owner sees a `private` agent; everybody it is shared with sees a `shared` one.
             * @enum {string}
             */
            visibility: "private" | "shared";
            owner_id: string;
            /** @description The team that pays for its runs. */
            team_id: string | null;
            config: components["schemas"]["AgentConfig"];
            tags: string[];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        AgentCompletion: {
            id: string;
            agentId: string;
            /** @description Send it as `conversationId` to continue. */
            conversationId: string;
            message: components["schemas"]["UIMessage"];
            /** @description The answer in the form that `output` asked for; null when none was asked for. */
            output: unknown;
            /** @enum {string} */
            finishReason: "stop" | "length" | "error";
            steps: number;
            usage: components["schemas"]["AgentCompletionUsage"];
            costEuros: number;
        };
        /** @description One part of the common UI SDK's message stream; `[DONE]` ends it. */
        AgentCompletionChunk: {
            /** @enum {string} */
            type: "start" | "start-step" | "text-start" | "text-delta" | "text-end" | "data-output" | "finish-step" | "finish" | "error";
            messageId?: string;
            messageMetadata?: {
                [key: string]: unknown;
            };
            id?: string;
            delta?: string;
            /** @description The structured output. */
            data?: unknown;
            errorText?: string;
        };
        /**
         * @example {
         *       "agentId": "agt_01",
         *       "messages": [
         *         {
         *           "role": "user",
         *           "parts": [
         *             {
         *               "type": "text",
         *               "text": "What is open for Contoso?"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        AgentCompletionRequest: {
            agentId: string;
            messages?: components["schemas"]["UIMessageIn"][];
            /** @default false */
            stream?: boolean;
            output?: components["schemas"]["OutputSpecIn"] | null;
            maxSteps?: number | null;
            imageResponseFormat?: string | null;
            /** @description Continues an earlier conversation. */
            conversationId?: string | null;
        };
        AgentCompletionUsage: {
            inputTokens: number;
            outputTokens: number;
            totalTokens: number;
        };
        AgentConfig: {
            /** @description The agent's instructions; `view=summary` cuts them to 200 characters. */
            system_prompt: string;
            /** @description A model id, as GET /v1/models lists them. */
            model: string;
            tools: string[];
            temperature: number;
            max_steps: number;
        };
        AgentList: components["schemas"]["PageFields"] & {
            data: components["schemas"]["Agent"][];
        };
        AgentShare: {
            agent_id: string;
            agent_name: string;
            runs: number;
            cost_euros: components["schemas"]["Euros"];
        };
        AgentStats: {
            agent_id: string;
            agent_name: string;
            runs: number;
            success_rate: components["schemas"]["SuccessRate"];
            cost_euros: components["schemas"]["Euros"];
            tokens: components["schemas"]["Tokens"];
            top_users: {
                user_id: string;
                user_name: string;
                runs: number;
            }[];
        };
        AgentStatsList: {
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            data: components["schemas"]["AgentStats"][];
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
        ApprovalList: {
            data: components["schemas"]["Approval"][];
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
        /**
         * @description Both fields are set, or both are null; no other field is allowed.
         * @example {
         *       "type": "agent",
         *       "id": "agt_01"
         *     }
         * @example {
         *       "type": null,
         *       "id": null
         *     }
         */
        AssigneePayload: {
            /** @enum {string|null} */
            type: "agent" | "user" | null;
            id: string | null;
        };
        /** @enum {string} */
        AssigneeType: "agent" | "user";
        /** @description Its fields are not specified; whatever is sent is accepted and has no effect. */
        CancelRunRequest: {
            [key: string]: unknown;
        };
        ChatCompletion: {
            id: string;
            /** @constant */
            object: "chat.completion";
            /** @description Seconds since 1970. */
            created: number;
            model: string;
            choices: {
                index: number;
                message: {
                    /** @constant */
                    role: "assistant";
                    content: string;
                    refusal: string | null;
                };
                /** @enum {string} */
                finish_reason: "stop" | "length";
                logprobs: {
                    [key: string]: unknown;
                } | null;
            }[];
            usage: components["schemas"]["CompletionUsage"];
        };
        ChatCompletionChunk: {
            id: string;
            /** @constant */
            object: "chat.completion.chunk";
            created: number;
            model: string;
            choices: {
                index: number;
                delta: {
                    /** @constant */
                    role?: "assistant";
                    content?: string;
                };
                /** @enum {string|null} */
                finish_reason: "stop" | "length" | null;
            }[];
            usage?: components["schemas"]["CompletionUsage"] | null;
        };
        /**
         * @example {
         *       "model": "aw-large",
         *       "messages": [
         *         {
         *           "role": "user",
         *           "content": "Say hello."
         *         }
         *       ]
         *     }
         */
        ChatCompletionRequest: {
            /** @description A model id from listModels. */
            model: string;
            messages?: components["schemas"]["ChatMessageIn"][];
            /** @default false */
            stream?: boolean;
            temperature?: number;
        };
        /** @description One event. Its `type` is also the event's name on the wire, its `sequence` the event's id: 1, 2, 3 … without a hole. */
        ChatEvent: components["schemas"]["RunStatusEvent"] | components["schemas"]["RunProgressEvent"] | components["schemas"]["MessageDeltaEvent"] | components["schemas"]["MessageEvent"] | components["schemas"]["ToolCalledEvent"] | components["schemas"]["ToolReturnedEvent"] | components["schemas"]["QuestionAskedEvent"] | components["schemas"]["QuestionAnsweredEvent"] | components["schemas"]["ApprovalRequestedEvent"] | components["schemas"]["ApprovalDecidedEvent"] | components["schemas"]["StepEvent"] | components["schemas"]["WorkflowRunStatusEvent"];
        ChatMessage: {
            id: string;
            /** @enum {string} */
            role: "system" | "user" | "assistant";
            text: string;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A message of the common chat API. */
        ChatMessageIn: {
            /** @enum {string} */
            role: "system" | "developer" | "user" | "assistant" | "tool";
            content?: string | ({
                type: string;
                text?: string;
            } & {
                [key: string]: unknown;
            })[] | null;
            name?: string;
            tool_call_id?: string;
            tool_calls?: {
                [key: string]: unknown;
            }[];
        };
        CompletionUsage: {
            prompt_tokens: number;
            completion_tokens: number;
            total_tokens: number;
        };
        DashboardStats: {
            tz: string;
            as_of: components["schemas"]["Timestamp"];
            /** @description Agents that the caller can see. */
            agents: number;
            /** @description Runs of the last 30 days. */
            runs: number;
            /** @description Runs since the start of the day in `tz`. */
            runs_today: number;
            /** @description Runs that are running or paused now. */
            runs_in_progress: number;
            /** @description Pending approvals that the caller can see. */
            pending_approvals: number;
        };
        /**
         * Format: date
         * @description A calendar day, `YYYY-MM-DD`.
         * @example 2026-11-20
         */
        Day: string;
        Entitlements: {
            plan: components["schemas"]["Plan"];
            caps: components["schemas"]["PlanCounts"];
            features: {
                [key: string]: boolean;
            };
            usage: components["schemas"]["PlanCounts"];
            upgrade_targets: components["schemas"]["Plan"][];
        };
        /** @description The body of every refusal. */
        Error: {
            error: {
                /**
                 * @description The family of the refusal; branch on this.
                 * @enum {string}
                 */
                type: "validation_failed" | "authentication_failed" | "permission_denied" | "not_found" | "conflict" | "payment_required" | "rate_limited" | "internal";
                /**
                 * @description The exact reason, stable across releases.
                 * @enum {string}
                 */
                code: "request_invalid" | "body_malformed" | "media_type_unsupported" | "cursor_invalid" | "script_invalid" | "answer_mismatch" | "key_missing" | "key_unknown" | "key_revoked" | "scope_missing" | "role_insufficient" | "route_not_found" | "method_not_allowed" | "agent_not_found" | "run_not_found" | "chat_not_found" | "task_not_found" | "board_not_found" | "project_not_found" | "person_not_found" | "team_not_found" | "workflow_not_found" | "workflow_run_not_found" | "approval_not_found" | "client_not_found" | "model_not_found" | "conversation_not_found" | "knowledge_base_not_found" | "transition_refused" | "not_asking" | "approval_required" | "reference_ambiguous" | "task_limit_reached" | "agent_busy" | "agent_asks" | "workflow_not_active" | "workflow_run_limit_reached" | "balance_exhausted" | "rate_limit_exceeded" | "internal_error";
                /** @description What was wrong and what to do, in plain English. */
                message: string;
                /** @description The first field that the refusal is about, such as `body.title`. */
                param: string | null;
                /** @description Every invalid field; empty unless `type` is `validation_failed`. */
                issues: components["schemas"]["Issue"][];
            };
        };
        /**
         * @description An amount in euros, exact to a millionth.
         * @example 0.042
         */
        Euros: number;
        GateDecision: {
            /**
             * @description `rejected` ends the run; `objected` is a rejection after which the run continues.
             * @enum {string}
             */
            outcome: "approved" | "rejected" | "objected";
            decided_by: string;
            decided_at: components["schemas"]["Timestamp"];
            comment: string | null;
        };
        InsightsSummary: {
            /** @enum {string} */
            period: "today" | "7d" | "30d" | "90d" | "month";
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            runs: components["schemas"]["RunTotals"];
            success_rate: components["schemas"]["SuccessRate"];
            /** @description One entry for each day of the period, including days without runs. */
            runs_per_day: {
                date: components["schemas"]["Day"];
                runs: number;
            }[];
            active_agents: number;
            active_users: number;
            messages: number;
            cost_euros: components["schemas"]["Euros"];
            /** @description What the cached part of the prompts would have cost without the cache. */
            prompt_caching_saving_euros: number;
            top_models: {
                model: string;
                requests: number;
                tokens: components["schemas"]["Tokens"];
                cost_euros: components["schemas"]["Euros"];
            }[];
        };
        Issue: {
            /** @enum {string} */
            in: "body" | "query" | "path" | "header";
            /** @description Dotted path below `in`; empty for the whole. */
            field: string;
            message: string;
            /** @description What would have been accepted. */
            expected: string;
            /** @description The value that came, or null when none did. */
            received: unknown;
        };
        KnowledgeFolder: {
            id: string;
            name: string;
            description: string;
            documentCount: number;
            updatedAt: components["schemas"]["Timestamp"];
        };
        KnowledgeFolderList: {
            data: components["schemas"]["KnowledgeFolder"][];
        };
        KnowledgePassage: {
            id: string;
            knowledgeBaseId: string;
            documentId: string;
            documentTitle: string;
            text: string;
            score: number;
        };
        /**
         * @example {
         *       "query": "notice period for suppliers",
         *       "topK": 3
         *     }
         */
        KnowledgeSearchRequest: {
            query: string;
            /** @description Where to search; default: every knowledge base that the caller may search. */
            knowledgeBaseIds?: string[] | null;
            /** @description How many passages at most. */
            topK?: number | null;
            /** @description Only passages with at least this score. */
            minScore?: number | null;
            /**
             * @description Combine keyword and similarity ranking.
             * @default true
             */
            hybrid?: boolean;
        };
        KnowledgeSearchResult: {
            query: string;
            hybrid: boolean;
            data: components["schemas"]["KnowledgePassage"][];
        };
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
        Model: {
            id: string;
            /** @constant */
            object: "model";
            /** @description Seconds since 1970. */
            created: number;
            owned_by: string;
        };
        /**
         * @example {
         *       "object": "list",
         *       "data": [
         *         {
         *           "id": "aw-large",
         *           "object": "model",
         *           "created": 1767225600,
         *           "owned_by": "agent-work"
         *         }
         *       ]
         *     }
         */
        ModelList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Model"][];
        };
        /**
         * @description A calendar month, `YYYY-MM`.
         * @example 2026-11
         */
        Month: string;
        MonthlyStatement: {
            month: components["schemas"]["Month"];
            /**
             * @description `open` while the month is not over, or a run that started in it has not ended.
             * @enum {string}
             */
            status: "open" | "closed";
            /** @constant */
            currency: "EUR";
            headline: {
                /** @description The sum of the three below. */
                total_euros: number;
                subscription_euros: components["schemas"]["Euros"];
                /** @description Completions outside runs. */
                usage_euros: number;
                agent_runs_euros: components["schemas"]["Euros"];
            };
            lines: {
                /** @enum {string} */
                kind: "subscription" | "usage" | "agent_runs";
                description: string;
                quantity: number;
                amount_euros: components["schemas"]["Euros"];
            }[];
        };
        MyUsage: {
            user_id: string;
            user_name: string;
            today: components["schemas"]["UsageFigures"];
            last_30_days: components["schemas"]["UsageFigures"];
            /** @description The last 30 days by agent. */
            agents: components["schemas"]["AgentShare"][];
        };
        /** @description The form that the final answer has to take. */
        OutputSpecIn: {
            /**
             * @description `object` fits `schema`; `array` is a list whose elements fit it; `choice` is one of `options`.
             * @enum {string}
             */
            type: "text" | "object" | "array" | "choice";
            /** @description A JSON Schema. */
            schema?: {
                [key: string]: unknown;
            };
            options?: string[];
            name?: string;
            description?: string;
        };
        /** @description The fields of every list with an offset, besides its rows. */
        PageFields: {
            /** @description Matching rows on all pages. */
            total: number;
            limit: number;
            offset: number;
        };
        Plan: {
            id: string;
            name: string;
            monthly_price_euros: components["schemas"]["Euros"];
        };
        /** @description Counts by name; a cap of null means unlimited. */
        PlanCounts: {
            members: number | null;
            agents: number | null;
            monthly_runs: number | null;
            monthly_workflow_runs: number | null;
            knowledge_bases: number | null;
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
        /**
         * @example {
         *       "id": "run_01",
         *       "agent_id": "agt_01",
         *       "agent_name": "Invoice checker",
         *       "chat_id": "chat_01",
         *       "task_id": null,
         *       "workflow_run_id": null,
         *       "retry_of": null,
         *       "status": "completed",
         *       "triggered_by": "back-office",
         *       "started_by": "usr_01",
         *       "input": {
         *         "task": "Check invoice 2026-0417."
         *       },
         *       "origin_chat_id": null,
         *       "attachment_ids": [],
         *       "question": null,
         *       "approval_id": null,
         *       "summary": "The invoice matches its purchase order.",
         *       "error": null,
         *       "cost_euros": 0.042,
         *       "tokens": {
         *         "input": 1200,
         *         "output": 300,
         *         "total": 1500
         *       },
         *       "duration_seconds": 8,
         *       "created_at": "2026-11-20T09:30:00.000Z",
         *       "updated_at": "2026-11-20T09:30:08.000Z",
         *       "finished_at": "2026-11-20T09:30:08.000Z"
         *     }
         */
        Run: {
            id: string;
            agent_id: string;
            agent_name: string;
            chat_id: string;
            /** @description The task that the run was spawned for. */
            task_id: string | null;
            /** @description The workflow run that the run is a step of. */
            workflow_run_id: string | null;
            /** @description The run that this one repeats. */
            retry_of: string | null;
            status: components["schemas"]["RunStatus"];
            triggered_by: string | null;
            /** @description The person behind the key that started it, or the owner of the task or workflow. */
            started_by: string;
            input: components["schemas"]["RunInput"];
            origin_chat_id: string | null;
            attachment_ids: string[];
            /** @description What the run waits for, while it is paused on a question. */
            question: components["schemas"]["Question"] | null;
            /** @description The approval that the run waits for, while it is paused on one. */
            approval_id: string | null;
            /** @description The outcome once the run has finished; null before. */
            summary: string | null;
            /** @description Why the run failed; null unless it failed. */
            error: components["schemas"]["RunError"] | null;
            /** @description The cost so far; it grows while the run works and is final once the run has ended. */
            cost_euros: number;
            tokens: components["schemas"]["Tokens"];
            /** @description Time worked */
            duration_seconds: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            finished_at: components["schemas"]["Timestamp"] | null;
        };
        RunError: {
            /** @example tool_failed */
            code: string;
            message: string;
        };
        /**
         * @description String values by name. The instruction for the run goes under `task`.
         * @example {
         *       "task": "Check invoice 2026-0417."
         *     }
         */
        RunInput: {
            [key: string]: string;
        } | null;
        RunPage: {
            data: components["schemas"]["Run"][];
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
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
         * @example {
         *       "run_id": "run_01",
         *       "chat_id": "chat_01",
         *       "status": "running"
         *     }
         */
        RunStarted: {
            run_id: string;
            /** @description The run's conversation; follow it with streamChat. */
            chat_id: string;
            status: components["schemas"]["RunStatus"];
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
        RunTotals: {
            total: number;
            running: number;
            paused: number;
            completed: number;
            failed: number;
            cancelled: number;
            stopped: number;
        };
        SpendByAgentList: {
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            total_spend_euros: components["schemas"]["Euros"];
            data: {
                agent_id: string | null;
                agent_name: string;
                spend_euros: components["schemas"]["Euros"];
            }[];
        };
        SpendByModelList: {
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            total_spend_euros: components["schemas"]["Euros"];
            data: {
                model: string | null;
                model_name: string;
                spend_euros: components["schemas"]["Euros"];
            }[];
        };
        SpendByTeamList: {
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            total_spend_euros: components["schemas"]["Euros"];
            data: {
                team_id: string | null;
                team_name: string;
                spend_euros: components["schemas"]["Euros"];
            }[];
        };
        SpendByUserList: {
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            total_spend_euros: components["schemas"]["Euros"];
            data: {
                user_id: string | null;
                user_name: string;
                spend_euros: components["schemas"]["Euros"];
            }[];
        };
        SpendOverTime: {
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            total_spend_euros: components["schemas"]["Euros"];
            data: {
                date: components["schemas"]["Day"];
                spend_euros: components["schemas"]["Euros"];
            }[];
        };
        /**
         * @example {
         *       "triggered_by": "back-office",
         *       "input": {
         *         "task": "Check invoice 2026-0417 against its purchase order."
         *       }
         *     }
         */
        StartRunRequest: {
            /** @description Who or what started the run, in the caller's words. */
            triggered_by?: string;
            input?: components["schemas"]["RunInput"];
            /** @description The chat that the run was started from. */
            origin_chat_id?: string | null;
            attachment_ids?: string[];
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
        /** @description Finished runs divided by ended runs, 0 to 1; null while none has ended. */
        SuccessRate: number | null;
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
        /**
         * @example {
         *       "title": "Check the invoices of November",
         *       "priority": "high",
         *       "tags": [
         *         "finance"
         *       ]
         *     }
         */
        TaskCreate: {
            title: string;
            description?: string;
            priority?: components["schemas"]["TaskPriority"];
            /** @enum {string} */
            status?: "backlog" | "todo" | "in_progress" | "in_review" | "done" | "cancelled";
            executor_kind?: string;
            agent_id?: string | null;
            workflow_id?: string | null;
            scheduled_id?: string | null;
            board_id?: string | null;
            project_id?: string | null;
            /** @description Makes this a sub-task of the given task. */
            parent_task_id?: string | null;
            acceptance_criteria?: components["schemas"]["AcceptanceCriterion"][];
            tags?: string[];
            requires_approval?: boolean;
            approval_approver_ids?: string[];
            approval_notify_in_app?: boolean;
            approval_notify_email?: boolean;
            /** @enum {string|null} */
            assignee_type?: "agent" | "user" | null;
            assignee_id?: string | null;
            /** Format: date-time */
            due_date?: string | null;
        };
        TaskList: components["schemas"]["PageFields"] & {
            data: components["schemas"]["Task"][];
        };
        /** @enum {string} */
        TaskPriority: "urgent" | "high" | "medium" | "low" | "none";
        TaskRunList: {
            data: components["schemas"]["Run"][];
        };
        /**
         * @description The column of the task. New tasks start in `backlog`.
         * @enum {string}
         */
        TaskStatus: "backlog" | "todo" | "in_progress" | "in_review" | "done" | "cancelled";
        /**
         * @example {
         *       "status": "in_progress",
         *       "position": 1
         *     }
         */
        TaskStatusUpdate: {
            /** @enum {string} */
            status: "backlog" | "todo" | "in_progress" | "in_review" | "done" | "cancelled";
            position?: number | null;
        };
        /**
         * @example {
         *       "priority": "urgent",
         *       "due_date": "2026-11-30T17:00:00.000Z"
         *     }
         */
        TaskUpdate: {
            /** @description Null leaves the title as it is. */
            title?: string | null;
            description?: string | null;
            /** @enum {string|null} */
            priority?: "urgent" | "high" | "medium" | "low" | "none" | null;
            project_id?: string | null;
            acceptance_criteria?: components["schemas"]["AcceptanceCriterion"][] | null;
            tags?: string[] | null;
            requires_approval?: boolean | null;
            approval_approver_ids?: string[] | null;
            approval_notify_in_app?: boolean | null;
            approval_notify_email?: boolean | null;
            /** Format: date-time */
            due_date?: string | null;
            position?: number | null;
            max_runs_per_hour?: number | null;
            budget_euros?: number | null;
            board_id?: string | null;
        };
        TeamStats: {
            /** @enum {string} */
            group_by: "member" | "agent" | "team" | "day";
            team_id: string | null;
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            total_spend_euros: components["schemas"]["Euros"];
            data: components["schemas"]["TeamStatsRow"][];
        };
        /** @description A member, an agent, a team or a day, depending on `group_by`. */
        TeamStatsRow: {
            /** @description The id of the member, agent or team, or the day; null for what no agent spent. */
            key: string | null;
            name: string;
            runs: number;
            tokens: components["schemas"]["Tokens"];
            spend_euros: components["schemas"]["Euros"];
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
        UIMessage: {
            id: string;
            /** @constant */
            role: "assistant";
            parts: {
                /** @constant */
                type: "text";
                text: string;
            }[];
        };
        /** @description A message of the common UI SDK; its `parts` are its content. */
        UIMessageIn: {
            id?: string;
            /** @enum {string} */
            role: "system" | "user" | "assistant";
            parts: components["schemas"]["UIMessagePart"][];
            metadata?: unknown;
        };
        /**
         * @description `text` carries `text`; `file` carries `url` and `mediaType`; other kinds are accepted and ignored.
         * @example {
         *       "type": "text",
         *       "text": "What is open for Contoso?"
         *     }
         */
        UIMessagePart: {
            type: string;
            text?: string;
            url?: string;
            mediaType?: string;
            filename?: string;
        };
        UsageByTeamList: {
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            data: {
                /** @description Null for work of no team. */
                team_id: string | null;
                team_name: string;
                runs: number;
                cost_euros: components["schemas"]["Euros"];
                agents: components["schemas"]["AgentShare"][];
            }[];
        };
        UsageByUserList: {
            days: number;
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            data: {
                /** @description Null for work of nobody. */
                user_id: string | null;
                user_name: string;
                runs: number;
                cost_euros: components["schemas"]["Euros"];
                agents: components["schemas"]["AgentShare"][];
            }[];
        };
        UsageFigures: {
            runs: number;
            tokens: components["schemas"]["Tokens"];
            spend_euros: components["schemas"]["Euros"];
        };
        Wallet: {
            balance_euros: components["schemas"]["Euros"];
            /** @constant */
            currency: "EUR";
            spend_today_euros: components["schemas"]["Euros"];
            spend_last_30_days_euros: components["schemas"]["Euros"];
            as_of: components["schemas"]["Timestamp"];
        };
        Workflow: {
            id: string;
            name: string;
            description: string;
            status: components["schemas"]["WorkflowStatus"];
            owner_id: string;
            step_count: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        WorkflowDetail: components["schemas"]["Workflow"] & {
            steps: components["schemas"]["WorkflowStep"][];
        };
        WorkflowList: components["schemas"]["PageFields"] & {
            data: components["schemas"]["Workflow"][];
        };
        WorkflowRun: {
            id: string;
            workflow_id: string;
            workflow_name: string;
            status: components["schemas"]["WorkflowRunStatus"];
            test: boolean;
            group_id: string | null;
            shared_chat_id: string;
            started_by: string;
            /** @description A person rejected one of its gates and let it continue. */
            had_objection: boolean;
            input: {
                [key: string]: unknown;
            };
            current_step_id: string | null;
            /** @description The total cost of its steps. */
            cost_euros: number;
            tokens: components["schemas"]["Tokens"];
            duration_seconds: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            finished_at: components["schemas"]["Timestamp"] | null;
        };
        WorkflowRunList: components["schemas"]["PageFields"] & {
            data: components["schemas"]["WorkflowRun"][];
        };
        /** @description Its fields are not specified; every string value is passed to the steps as input. */
        WorkflowRunStartRequest: {
            [key: string]: unknown;
        } | null;
        /**
         * @example {
         *       "shared_chat_id": "chat_02",
         *       "run_id": "wrun_01",
         *       "status": "running"
         *     }
         */
        WorkflowRunStarted: {
            /** @description The conversation shared by all steps; follow it with streamChat. */
            shared_chat_id: string;
            run_id: string;
            status: components["schemas"]["WorkflowRunStatus"];
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
        WorkflowRunStep: {
            step_id: string;
            position: number;
            /** @enum {string} */
            kind: "agent" | "gate";
            name: string;
            status: components["schemas"]["StepStatus"];
            agent_id: string | null;
            agent_name: string | null;
            /** @description The agent's run; read it with getRun. */
            run_id: string | null;
            approval_id: string | null;
            /** @description How the gate was decided; null until then and for agent steps. */
            decision: components["schemas"]["GateDecision"] | null;
            output: string | null;
            cost_euros: number;
            tokens: components["schemas"]["Tokens"];
            started_at: components["schemas"]["Timestamp"] | null;
            finished_at: components["schemas"]["Timestamp"] | null;
        };
        WorkflowRunStepList: {
            data: components["schemas"]["WorkflowRunStep"][];
        };
        WorkflowRunUsage: {
            month: components["schemas"]["Month"];
            used: number;
            /** @description The plan's cap; null when there is none. */
            limit: number | null;
            remaining: number | null;
            resets_at: components["schemas"]["Timestamp"];
        };
        WorkflowRunsSummary: {
            workflow_id: string;
            runs: number;
            test_runs: number;
            by_status: {
                running: number;
                waiting: number;
                completed: number;
                failed: number;
                cancelled: number;
            };
            success_rate: components["schemas"]["SuccessRate"];
            objections: number;
            cost_euros: number;
            average_cost_euros: number | null;
            average_duration_seconds: number | null;
            last_run_at: components["schemas"]["Timestamp"] | null;
        };
        /** @enum {string} */
        WorkflowStatus: "active" | "draft";
        WorkflowStep: {
            id: string;
            position: number;
            /**
             * @description An `agent` step is a run; a `gate` waits for a person.
             * @enum {string}
             */
            kind: "agent" | "gate";
            name: string;
            instruction: string | null;
            agent_id: string | null;
            /** @description The name of the agent of the step; null for a gate. */
            agent_name: string | null;
            /** @description Who may decide the gate. */
            approver_ids: string[];
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
        /** @description The current state does not allow this. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "type": "conflict",
                 *         "code": "transition_refused",
                 *         "message": "A completed run cannot be paused. It can be read.",
                 *         "param": null,
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key lacks the scope of this operation. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "type": "permission_denied",
                 *         "code": "scope_missing",
                 *         "message": "This operation needs the scope agents:run; the key has agents:read.",
                 *         "param": null,
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The person behind the key is a member, and workspace-wide analytics are for admins and team managers;
         *     or the key lacks the scope of this operation (the status of the latter is assumed).
         */
        ForbiddenByRole: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "type": "permission_denied",
                 *         "code": "role_insufficient",
                 *         "message": "Workspace-wide analytics are for workspace admins and team managers; the owner of this key is a member.",
                 *         "param": null,
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The wallet is empty, so nothing that costs money can start. */
        InsufficientBalance: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "type": "payment_required",
                 *         "code": "balance_exhausted",
                 *         "message": "The balance of the workspace is 0.00 euros.",
                 *         "param": null,
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is nothing with this id, or the owner of the key may not see it. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "type": "not_found",
                 *         "code": "run_not_found",
                 *         "message": "There is no run run_01 that this key may see.",
                 *         "param": "run_id",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The run in its new state. */
        Run: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Run"];
            };
        };
        /** @description The task in its new state. */
        Task: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Task"];
            };
        };
        /** @description The rate limit of this endpoint is used up; wait for as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "type": "rate_limited",
                 *         "code": "rate_limit_exceeded",
                 *         "message": "At most 20 requests a minute here. Try again in 17 seconds.",
                 *         "param": null,
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing, malformed, unknown or revoked. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "type": "authentication_failed",
                 *         "code": "key_missing",
                 *         "message": "The request carries no key. Send the header Authorization: Bearer <API_KEY>.",
                 *         "param": null,
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request does not fit the contract. Nothing was changed. */
        ValidationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "type": "validation_failed",
                 *         "code": "request_invalid",
                 *         "message": "body.title is required.",
                 *         "param": "body.title",
                 *         "issues": [
                 *           {
                 *             "in": "body",
                 *             "field": "title",
                 *             "message": "body.title is required.",
                 *             "expected": "string",
                 *             "received": null
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The agent's id. */
        AgentId: string;
        /** @description The approval's id. */
        ApprovalId: string;
        /** @description The conversation's id: `chat_id` or `shared_chat_id` of a start reply. */
        ChatId: string;
        /** @description How many days back from now. */
        Days: number;
        /** @description How many days back from now, 7 to 90. */
        DaysBounded: number;
        /** @description How many rows a page holds at most. */
        Limit: number;
        /** @description A calendar month in UTC, `YYYY-MM`; without it, the current one. */
        Month: string | null;
        /** @description How many rows to skip. */
        Offset: number;
        /** @description The run's id. */
        RunId: string;
        /** @description The task's id. */
        TaskId: string;
        /** @description The workflow's id. */
        WorkflowId: string;
    };
    requestBodies: never;
    headers: {
        /** @description `true` if the request used the deprecated `offset`; otherwise the header is absent. */
        Deprecation: "true";
        /** @description Requests allowed in a window. */
        RateLimitLimit: number;
        /** @description Requests left in the current window. */
        RateLimitRemaining: number;
        /** @description Whole seconds until the current window ends. */
        RateLimitReset: number;
        /** @description Whole seconds until the next request will be served. */
        RetryAfter: number;
        /** @description How to authenticate (RFC 6750). */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createAgentCompletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentCompletionRequest"];
            };
        };
        responses: {
            /** @description The agent's final message; with `stream`, its pieces as they come. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentCompletion"];
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    createChatCompletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCompletionRequest"];
            };
        };
        responses: {
            /** @description The completion; with `stream`, its chunks and then `[DONE]`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatCompletion"];
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listKnowledgeFolders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeFolderList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    searchKnowledge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeSearchRequest"];
            };
        };
        responses: {
            /** @description The passages, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeSearchResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description How many agents a page holds at most. */
                limit?: number | null;
                /** @description How many rows to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description `summary` cuts `config.system_prompt` to its first 200 characters. */
                view?: "summary";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of agents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    startRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id. */
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRunRequest"];
            };
        };
        responses: {
            /** @description The run has started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStarted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    respondToRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id. */
                agent_id: components["parameters"]["AgentId"];
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["_RunRespondRequest"];
            };
        };
        responses: {
            200: components["responses"]["Run"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    stopRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The agent's id. */
                agent_id: components["parameters"]["AgentId"];
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Run"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelRunRequest"] | null;
            };
        };
        responses: {
            200: components["responses"]["Run"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    pauseRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Run"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    resumeRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Run"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    retryRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new run has started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStarted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Only runs of this agent. */
                agent_id?: string | null;
                /** @description Only runs with this status. */
                status?: "running" | "paused" | "completed" | "failed" | "cancelled" | "stopped" | null;
                /** @description How many rows a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; do not construct one. */
                cursor?: string | null;
                /**
                 * @deprecated
                 * @description How many runs to skip. Deprecated; the reply then carries the header `Deprecation`, which is `true`.
                 */
                offset?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of runs. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Run"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    streamChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last event received; the stream resumes after it. Event-source clients send it automatically. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The conversation's id: `chat_id` or `shared_chat_id` of a start reply. */
                chat_id: components["parameters"]["ChatId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, until the run ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description Only tasks with this status. */
                status?: "backlog" | "todo" | "in_progress" | "in_review" | "done" | "cancelled" | null;
                /** @description Only tasks of this project. */
                project_id?: string | null;
                /** @description Only tasks on this board. */
                board_id?: string | null;
                /** @description Only tasks of this person, `me` or a user id; default: the caller's own. */
                owner?: string | null;
                /** @description Only tasks assigned to a person, or only tasks assigned to an agent. */
                assignee_type?: "user" | "agent" | null;
                /** @description Only tasks assigned to this person or agent. */
                assignee_id?: string | null;
                /** @description Include archived tasks. */
                include_archived?: boolean;
                /** @description Only done tasks finished within that many days. Ignored when `status` is given. */
                done_since_days?: number;
                /** @description How many rows a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many rows to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tasks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCreate"];
            };
        };
        responses: {
            /** @description The task, with its id and its number on the board. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getTaskByNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `<PREFIX>-<number>`, such as `OPS-12`, or the bare number. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Task"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Task"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskUpdate"];
            };
        };
        responses: {
            200: components["responses"]["Task"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    setTaskAssignee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssigneePayload"];
            };
        };
        responses: {
            200: components["responses"]["Task"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listTaskRuns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRunList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    setTaskStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task's id. */
                task_id: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskStatusUpdate"];
            };
        };
        responses: {
            200: components["responses"]["Task"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description How many rows a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many rows to skip. */
                offset?: components["parameters"]["Offset"];
                /** @description Which page, counted from 1. */
                page?: number | null;
                /** @description How many rows a page holds. */
                per_page?: number | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of workflows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getWorkflowRunUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage of the current month. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listPendingWorkflowApprovals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowDetail"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    startWorkflowRun: {
        parameters: {
            query?: {
                /** @description The group that the run belongs to. */
                group_id?: string | null;
                /** @description Marks a test run. */
                test?: boolean;
            };
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkflowRunStartRequest"];
            };
        };
        responses: {
            /** @description The run is accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunStarted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                /** @description Only runs with this status. */
                status?: "running" | "waiting" | "completed" | "failed" | "cancelled" | null;
                /** @description Only runs from this day or instant, ISO 8601. */
                date_from?: string | null;
                /** @description Only runs up to this day or instant, ISO 8601. A day includes all of it. */
                date_to?: string | null;
                /** @description `true` selects runs in which a person rejected a gate and let the run continue. */
                had_objection?: boolean | null;
                /** @description How many rows a page holds at most. */
                limit?: components["parameters"]["Limit"];
                /** @description How many rows to skip. */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of workflow runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getWorkflowRunsSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunsSummary"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getWorkflowRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listWorkflowRunSteps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The workflow's id. */
                workflow_id: components["parameters"]["WorkflowId"];
                /** @description The run's id. */
                run_id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunStepList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    listPendingApprovals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The approval's id. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
    getInsightsSummary: {
        parameters: {
            query?: {
                /** @description The period of the figures. */
                period?: "today" | "7d" | "30d" | "90d" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsightsSummary"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAgentStats: {
        parameters: {
            query?: {
                /** @description How many days back from now, 7 to 90. */
                days?: components["parameters"]["DaysBounded"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStatsList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getUsageByUser: {
        parameters: {
            query?: {
                /** @description How many days back from now, 7 to 90. */
                days?: components["parameters"]["DaysBounded"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageByUserList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getUsageByTeam: {
        parameters: {
            query?: {
                /** @description How many days back from now, 7 to 90. */
                days?: components["parameters"]["DaysBounded"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageByTeamList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getDashboardStats: {
        parameters: {
            query?: {
                /** @description The IANA time zone in which a day starts, such as `Europe/Amsterdam`. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardStats"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSpendByAgent: {
        parameters: {
            query?: {
                /** @description How many days back from now. */
                days?: components["parameters"]["Days"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendByAgentList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSpendByModel: {
        parameters: {
            query?: {
                /** @description How many days back from now. */
                days?: components["parameters"]["Days"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendByModelList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSpendByTeam: {
        parameters: {
            query?: {
                /** @description How many days back from now. */
                days?: components["parameters"]["Days"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendByTeamList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSpendByUser: {
        parameters: {
            query?: {
                /** @description How many days back from now. */
                days?: components["parameters"]["Days"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendByUserList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getSpendOverTime: {
        parameters: {
            query?: {
                /** @description How many days back from now. */
                days?: components["parameters"]["Days"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendOverTime"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getTeamStats: {
        parameters: {
            query?: {
                /** @description How many days back from now. */
                days?: components["parameters"]["Days"];
                /** @description The kind of the row. */
                group_by?: "member" | "agent" | "team" | "day";
                /** @description Only this team, which the caller must be able to see; default: every team that the caller can see. */
                team_id?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamStats"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenByRole"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getMyUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getMonthlyStatement: {
        parameters: {
            query?: {
                /** @description A calendar month in UTC, `YYYY-MM`; without it, the current one. */
                month?: components["parameters"]["Month"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonthlyStatement"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getEntitlements: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entitlements"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAgencyClientUsage: {
        parameters: {
            query?: {
                /** @description A calendar month in UTC, `YYYY-MM`; without it, the current one. */
                month?: components["parameters"]["Month"];
            };
            header?: never;
            path: {
                /** @description The id of one of the agency's clients. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client's month. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgencyClientUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
        };
    };
}
