import type { InfoTopic } from '@parley/protocol'
import type { ArticlePage } from '../pages/articles.ts'
import CollectionList from '../pages/CollectionList.tsx'
import { team, whatIs } from '../text/about.ts'
import { help } from '../text/help.ts'
import { howItWorks } from '../text/howItWorks.ts'
import type { LazyValue } from '../ui/lazy.ts'

/** Without a wait: a server draws at once. */
function present<T>(value: T): LazyValue<T> {
  const promise = Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
  return { get: () => promise, preload: async () => undefined }
}

/**
 * The build uses these for drawing, in place of `pages/articles.ts`, which loads each one later.
 *
 * @public
 */
export const articles: Readonly<Record<InfoTopic, LazyValue<ArticlePage>>> = {
  'what-is': present({ ...whatIs, After: CollectionList }),
  'how-it-works': present(howItWorks),
  help: present(help),
  team: present(team),
}
