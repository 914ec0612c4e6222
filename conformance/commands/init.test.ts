import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Deployments, startDeployments } from '../proof/deployments.ts'
import { readTarget } from '../target/target.ts'
import type { TargetInput } from '../target/target-schema.ts'
import { init } from './init.ts'

let stage: Deployments
beforeAll(async () => {
  stage = await startDeployments(300)
})
afterAll(() => stage[Symbol.asyncDispose]())

test('writes a target with the names that it recognises and the persons that it is told', async () => {
  using deployment = stage.open()
  const { base_url, keys } = deployment.target
  const value = keys.admin?.value ?? ''
  const told = async (question: string, otherwise: string) =>
    question.startsWith('Whose key') ? 'ada' : question.startsWith('By which user id') ? 'usr_1' : otherwise
  const text = await init({ base_url, keys: { admin: { value, role: 'admin' } } }, {}, told)
  expect(text).not.toContain(value)
  const written = parse(text) as TargetInput
  expect(written.keys.admin).toEqual({ env: 'KEY_ADMIN', role: 'admin', owner: 'ada', person_id: 'usr_1' })
  expect(written.members).toMatchObject({
    'ANA-08': 'success_rate',
    'WALLET-09': 'headline.subscription_euros',
  })
  expect(readTarget(written, { KEY_ADMIN: value }).members.get('ANA-16')).toEqual(['runs'])
})
