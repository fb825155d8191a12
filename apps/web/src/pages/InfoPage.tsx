import { product } from '@parley/domain'
import type { InfoTopic } from '@parley/protocol'
import { use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Frame } from '../app/Frame.tsx'
import { infoPages } from '../app/routes.ts'
import { ArticleView, type Article, type Section } from '../features/info/ArticleView.tsx'
import { frameText } from '../text/frame.ts'
import { retryImport } from '../ui/lazy.ts'
import { Link } from '../ui/Link.tsx'
import { usePath, usePageTitle } from '../ui/navigation.ts'
import { articles } from './articles.ts'
import './InfoPage.css'

interface InfoPageProps {
  readonly topic: InfoTopic
  readonly wallet: ReactNode
}

/** An information page: the shared frame, and its own sidebar. */
export default function InfoPage({ topic, wallet }: InfoPageProps): ReactNode {
  const article = useArticle(topic)
  usePageTitle(`${product.name}: ${article.title}`)
  useAnchor(article)
  return (
    <Frame wallet={wallet}>
      <div className="info">
        <InfoNav article={article} />
        <div>
          <ArticleView article={article} />
          {article.After ? <article.After /> : null}
        </div>
      </div>
    </Frame>
  )
}

function InfoNav({ article }: { article: Article }): ReactNode {
  const path = usePath()
  return (
    <nav className="info-side" aria-label={frameText.information}>
      <ul>
        {infoPages.map((page) => (
          <li key={page.path}>
            <Link href={page.path} aria-current={page.path === path ? 'page' : undefined}>
              {page.label}
            </Link>
            {page.path === path ? <Anchors article={article} /> : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Anchors({ article }: { article: Article }): ReactNode {
  return (
    <ul className="info-anchors">
      {article.sections.map((section) => (
        <li key={section.id}>
          <a href={`#${section.id}`}>{section.title}</a>
        </li>
      ))}
    </ul>
  )
}

/** Sections loaded so far: coming back, the page is as long as it was, and the browser finds the old place. */
const loaded = new Map<InfoTopic, readonly Section[]>()

/** An article, and after the first paint all of its sections. */
function useArticle(topic: InfoTopic) {
  const article = use(articles[topic].get())
  const { later } = article
  const [, setCount] = useState(0)
  const more = loaded.get(topic)
  useEffect(() => {
    if (!later || more) return
    void retryImport(later).then((sections) => {
      loaded.set(topic, sections)
      setCount(sections.length)
    })
  }, [topic, later, more])
  return useMemo(() => (more ? { ...article, sections: [...article.sections, ...more] } : article), [article, more])
}

/** The article loads later, so the browser can't have scrolled to the link's anchor. */
function useAnchor({ sections: { length } }: Article): void {
  useEffect(() => {
    if (length > 0 && window.location.hash) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [length])
}
