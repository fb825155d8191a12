import type { ReactNode } from 'react'
import { screenWords } from '../messages/screenWords.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useTheme } from './theme.ts'
import './ThemeToggle.css'

/** The floating theme toggle: a lamp in light mode, a sun in dark mode. */
export function ThemeToggle(): ReactNode {
  const { theme, toggle } = useTheme()
  const dark = theme === 'dark'
  return (
    <IconButton
      className="theme-toggle"
      icon={dark ? 'sun' : 'lamp'}
      label={dark ? screenWords.frame.toLight : screenWords.frame.toDark}
      onClick={toggle}
    />
  )
}
