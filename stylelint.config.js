/** Faults in style sheets. How they are laid out is Prettier's business. */
export default {
  extends: "stylelint-config-recommended",
  reportNeedlessDisables: true,
  rules: {
    "no-descending-specificity": null, // a sheet goes through the page part by part, and not by specificity
  },
  overrides: [
    {
      files: ["src/**/static/**/*.css"], // colours are named in tokens.css and in the games' theme.css alone
      rules: { "color-named": "never", "color-no-hex": true, "function-disallowed-list": ["/^rgb/", "/^hsl/", "url"] },
    },
  ],
};
