import type { Article } from '../messages/info/Article.ts'
import { lazyValue, type LazyValue } from '../ui/lazyComponent.ts'

export type InfoTopic = 'what-is' | 'how-it-works' | 'help' | 'team'

/** Each article is its own chunk. */
export const articles: Readonly<Record<InfoTopic, LazyValue<Article>>> = {
  'what-is': lazyValue(() => import('../messages/info/whatIs.ts').then((module) => module.whatIs)),
  'how-it-works': lazyValue(() => import('../messages/info/howItWorks.ts').then((module) => module.howItWorks)),
  help: lazyValue(() => import('../messages/info/help.ts').then((module) => module.help)),
  team: lazyValue(() => import('../messages/info/team.ts').then((module) => module.team)),
}
