// The door for code that learns dialects: templates, their sources, and what the specification states about replies.
export { merged } from '../store/members.ts'
export { madeOncePer, madeOnDemand } from '../store/on-demand.ts'
export { titleOf } from './compiled-dialect.ts'
export { eventSchemas, refusalSchema, replySchema } from './default-schemas.ts'
export type { EventDialect, RefusalDialect, RequestRule } from './dialect.ts'
export { patternOfIds, unusualRules } from './request-rules.ts'
export { resourceOf } from './resource-kinds.ts'
export { PAGE_MEMBERS, valueAt } from './source-path.ts'
export {
  changesStatedBounds,
  requirementOfWord,
  STATED_CODES,
  STATED_MEMBERS,
} from './stated-elements.ts'
export {
  type Choice,
  isChoice,
  isSelection,
  type Selection,
  type Template,
  type TemplateObject,
} from './template.ts'
export { TemplateCompiler } from './template-compiler.ts'
export { formOf, instantFormOf } from './value-forms.ts'
