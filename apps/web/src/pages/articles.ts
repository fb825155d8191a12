import type { ComponentType } from 'react'
import type { InfoTopic } from '@parley/protocol'
import type { Article } from '../features/info/ArticleView.tsx'
import { lazyValue, type LazyValue } from '../ui/lazy.ts'

export interface ArticlePage extends Article {
  /** Follows the article. */
  readonly After?: ComponentType
}

/** Each article is its own chunk. */
export const articles: Readonly<Record<InfoTopic, LazyValue<ArticlePage>>> = {
  'what-is': lazyValue(async () => {
    const [{ whatIs }, { default: After }] = await Promise.all([
      import('../text/about.ts'),
      import('./CollectionList.tsx'),
    ])
    return { ...whatIs, After }
  }),
  'how-it-works': lazyValue(() => import('../text/howItWorks.ts').then((module) => module.howItWorks)),
  help: lazyValue(() => import('../text/help.ts').then((module) => module.help)),
  team: lazyValue(() => import('../text/about.ts').then((module) => module.team)),
}
