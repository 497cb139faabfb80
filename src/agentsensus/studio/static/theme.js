"use strict";
// Before anything is drawn, so that the page does not flash in the wrong colours.
{
  const theme = localStorage.getItem("studio-theme");
  if (theme) document.documentElement.dataset.theme = theme;
}
