import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ArticleView } from '../../src/features/info/ArticleView.tsx'
import { help } from '../../src/text/help.ts'
import { howItWorks } from '../../src/text/howItWorks.ts'

it('Help leads from tables to what How it works says about them', () => {
  render(<ArticleView article={help} theme="light" />)
  const [path, id] = (screen.getByRole('link', { name: howItWorks.title }).getAttribute('href') ?? '').split('#')
  expect(path).toBe('/how-it-works')
  expect(howItWorks.sections.map((section) => section.id)).toContain(id)
})
