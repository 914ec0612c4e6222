// What the site uses of marked, so that types are checked without the package, too.
declare module 'marked' {
  export interface Token {
    readonly type: string
    readonly raw: string
    readonly text: string
    readonly depth: number
    readonly lang?: string
    readonly href: string
    readonly title?: string | null
    readonly tokens: Token[]
  }
  export interface Renderer {
    readonly parser: { parse(tokens: Token[]): string; parseInline(tokens: Token[]): string }
  }
  type Rendering = (this: Renderer, token: Token) => string | false
  export class Marked {
    use(extension: { readonly renderer: Readonly<Record<string, Rendering>> }): this
    lexer(text: string): Token[]
    parser(tokens: Token[]): string
  }
}
