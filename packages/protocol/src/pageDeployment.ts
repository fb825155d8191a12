import { pageDeploymentSchema, type PageDeployment } from './deployment.ts'

/** The element of the page's document that says what the page is built for (decision Z1). */
const opening = '<script type="application/json" id="deployment">'
const block = new RegExp(`(${opening})([^<]*)(?=</script>)`)

/** The document of a built page was made by another build: there is no place in it for a deployment. */
export class NoDeploymentBlockError extends Error {
  override readonly name = 'NoDeploymentBlockError'
  constructor() {
    super(`the document of the page has no ${opening}`)
  }
}

/** The document, built for a deployment instead of what it was built for before. @throws {NoDeploymentBlockError} */
export function withPageDeployment(html: string, deployment: PageDeployment): string {
  if (!block.test(html)) throw new NoDeploymentBlockError()
  // Nothing in it may end the element, or begin another.
  const text = JSON.stringify(deployment).replaceAll('<', String.raw`\u003c`)
  return html.replace(block, (_, start: string) => start + text)
}

/** What a document was built for; null for none. Throws where that cannot be read. */
export function pageDeploymentIn(html: string): PageDeployment | null {
  const [, , text = 'null'] = block.exec(html) ?? []
  const found: unknown = JSON.parse(text)
  return found === null ? null : pageDeploymentSchema.parse(found)
}
