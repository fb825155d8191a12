import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { Link } from '../ui/Link.tsx'
import { infoPages } from './mainPages.ts'
import './Frame.css'

export function Footer(): ReactNode {
  return (
    <footer className="wrap footing">
      <div className="foot">
        <span>{screenWords.frame.footer}</span>
        {infoPages.map((page) => (
          <Link key={page.path} href={page.path}>
            {page.label}
          </Link>
        ))}
      </div>
    </footer>
  )
}
