import { AnswerError, answersIn } from '../../profile/answers.ts'
import type { Answers } from '../../profile/profile.ts'
import { clockView, modeOf } from '../clock.ts'
import type { ControlSchemas } from '../document.ts'
import type { ControlHandlers } from '../handler.ts'
import { ControlRefusal } from '../refusal.ts'
import { instantOf, iso } from '../time.ts'
import { workspaceView } from '../workspace-view.ts'
import type { ClockStart } from '../workspaces.ts'

export const workspaces = {
  listWorkspaces(_, { workspaces }) {
    const data = workspaces.registry.all().map(({ workspace }) => ({
      id: workspace.id,
      name: workspace.name,
      from: workspaces.originOf(workspace.id),
      now: iso(workspace.simulation.clock.now()),
    }))
    return { status: 200, body: { data } }
  },

  createWorkspace({ body = {} }, { workspaces }) {
    const { clock, profile, keys, ...more } = body
    const { workspace } = workspaces.create({
      ...more,
      keys,
      ...(clock ? { clock: clockStart(clock) } : {}),
      ...(profile ? { profile: knownAnswers(profile) } : {}),
    })
    return { status: 201, body: workspaceView(workspaces, workspace) }
  },

  readWorkspace: (_, { workspaces, hosted }) => ({
    status: 200,
    body: workspaceView(workspaces, hosted.workspace),
  }),

  resetWorkspace(_, { workspaces, hosted }) {
    return { status: 200, body: clockView(workspaces.reset(hosted.workspace.id).workspace) }
  },

  deleteWorkspace(_, { workspaces, hosted }) {
    workspaces.remove(hosted.workspace.id)
    return { status: 204, body: undefined }
  },
} satisfies ControlHandlers<
  'resetWorkspace' | 'listWorkspaces' | 'createWorkspace' | 'readWorkspace' | 'deleteWorkspace'
>

function clockStart(setting: ControlSchemas['ClockSetting']): ClockStart {
  return { mode: modeOf(setting), at: setting.at === undefined ? 'now' : instantOf(setting.at, 'clock.at') }
}

/** Refuses gaps that the register does not have, and answers that a gap does not. */
function knownAnswers(answers: Readonly<Record<string, string>>): Answers {
  try {
    return answersIn(answers)
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error
    throw new ControlRefusal(422, 'answer_unknown', `body.profile: ${error.message}.`, {
      param: 'body.profile',
    })
  }
}
