import type { Article } from '../messages/info/Article.ts'
import { kept, type Kept } from '../ui/kept.ts'

export type InfoTopic = 'what-is' | 'how-it-works' | 'help' | 'team'

/** Each article is its own chunk. */
export const articles: Readonly<Record<InfoTopic, Kept<Article>>> = {
  'what-is': kept(() => import('../messages/info/whatIs.ts').then((module) => module.whatIs)),
  'how-it-works': kept(() => import('../messages/info/howItWorks.ts').then((module) => module.howItWorks)),
  help: kept(() => import('../messages/info/help.ts').then((module) => module.help)),
  team: kept(() => import('../messages/info/team.ts').then((module) => module.team)),
}
